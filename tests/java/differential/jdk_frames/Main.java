import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The chain leads through frames of the JDK that go on working: a list's loop, a pipeline with state, sorting, a map that computes a value. */
public class Main {
    static int count;
    static final List<String> SEEN = new ArrayList<>();

    public static void main(String[] args) {
        StringBuilder text = new StringBuilder();
        List<Integer> numbers = new ArrayList<>(List.of(5, 3, 9, 1, 7));
        numbers.forEach(each -> text.append(seen("list " + each)));
        System.out.println(text.length());
        Stream<Integer> pipeline = numbers.stream().map(each -> seen("stream " + each).length() * each).sorted();
        Map<Boolean, List<Integer>> parts = pipeline.limit(4).collect(Collectors.groupingBy(each -> each > 20, TreeMap::new, Collectors.toList()));
        System.out.println(parts);
        Integer[] sorted = numbers.toArray(new Integer[0]);
        Arrays.sort(sorted, (a, b) -> seen("sort " + a + b).length() > 0 ? a - b : 0);
        System.out.println(Arrays.toString(sorted));
        Map<String, Integer> lengths = new HashMap<>();
        for (Integer each : numbers) {
            String key = "key " + each;
            lengths.computeIfAbsent(key, name -> seen(name).length());
        }
        System.out.println(lengths + " " + count + " " + SEEN);
    }

    static String seen(String text) {
        count++;
        SEEN.add(text); // here
        return text;
    }
}
