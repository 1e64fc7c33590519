import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** More frames of the JDK that go on working: maps, queues, iterators, pipelines of pipelines, and reflection inside them. */
public class Main {
    static int count;
    static final List<String> SEEN = new ArrayList<>();

    public static void main(String[] args) throws Exception {
        List<Integer> numbers = new ArrayList<>(List.of(5, 3, 9, 1, 7));
        Map<String, Integer> hashed = new HashMap<>();
        Map<String, Integer> sorted = new TreeMap<>();
        for (Integer each : numbers) {
            hashed.put("k" + each, each);
            sorted.put("t" + each, each);
        }
        StringBuilder text = new StringBuilder();
        hashed.forEach((key, value) -> text.append(seen(key + value)));
        sorted.forEach((key, value) -> text.append(seen(key + value)));
        sorted.replaceAll((key, value) -> seen(key).length() + value);
        sorted.merge("t5", 10, (old, more) -> seen("merge").length() + old + more);
        System.out.println(text + " " + sorted);
        numbers.removeIf(each -> seen("remove " + each).length() > 0 && each > 6);
        numbers.replaceAll(each -> seen("replace " + each).length() + each);
        System.out.println(numbers);
        PriorityQueue<Integer> queue = new PriorityQueue<>((a, b) -> seen("queue").length() + a - b - 5);
        queue.addAll(List.of(4, 8, 2, 6));
        queue.poll();
        System.out.println(queue);
        Iterator<Integer> rest = numbers.iterator();
        rest.next();
        rest.forEachRemaining(each -> seen("rest " + each));
        System.out.println(Stream.of(1, 2, 3).flatMap(n -> Stream.of(n, seen("flat " + n).length())).collect(Collectors.toList()));
        System.out.println(Optional.of(3).map(n -> seen("optional " + n)).filter(s -> seen(s).length() > 3).orElseGet(() -> seen("none")));
        Method method = Main.class.getDeclaredMethod("seen", String.class);
        numbers.forEach(each -> reflected(method, "reflected " + each));
        System.out.println(List.of("a", "b").parallelStream().map(s -> s + count).collect(Collectors.toList()));
        System.out.println(numbers + " " + count + " " + SEEN);
    }

    static void reflected(Method method, String text) {
        try {
            method.invoke(null, text);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    static String seen(String text) {
        count++;
        SEEN.add(text); // here
        return text;
    }
}
