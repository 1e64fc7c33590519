import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Functions that the JDK's own code made, used after the checkpoint; those that it makes once stay the same objects. */
public class Main {
    public static void main(String[] args) {
        List<Comparator<String>> orders = new ArrayList<>(Arrays.asList(Comparator.comparing(String::length),
            Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()), Comparator.comparingInt(String::length).reversed(),
            Comparator.comparing(text -> text.charAt(1), Comparator.reverseOrder()), Comparator.nullsLast(String.CASE_INSENSITIVE_ORDER)));
        TreeMap<String, Integer> map = new TreeMap<>(orders.get(1));
        map.putAll(Map.of("three", 3, "one", 1, "two", 2));
        Comparator<Map.Entry<String, Integer>> byKey = Map.Entry.comparingByKey();
        Comparator<Map.Entry<String, Integer>> byValue = Map.Entry.comparingByValue(Comparator.reverseOrder());
        Function<Object, Object> identity = Function.identity();
        UnaryOperator<Object> unary = UnaryOperator.identity();
        Function<Integer, Integer> composed = ((Function<Integer, Integer>) n -> n + 1).andThen(n -> n * 2).compose(n -> n - 3);
        Predicate<String> predicate = Predicate.not(String::isEmpty).and(Predicate.isEqual("x").negate());
        BinaryOperator<String> max = BinaryOperator.maxBy(Comparator.naturalOrder());
        Collector<String, ?, Map<Integer, List<String>>> grouping = Collectors.groupingBy(String::length, TreeMap::new, Collectors.toList());
        Collector<CharSequence, ?, String> joining = Collectors.joining("-", "<", ">");
        Supplier<ThreadLocal<String>> local = () -> ThreadLocal.withInitial(() -> "initial");
        ThreadLocal<String> made = local.get();
        System.out.println("before");
        List<String> words = new ArrayList<>(List.of("pear", "fig", "Apple", "kiwi", "banana")); // here
        for (Comparator<String> order : orders) {
            words.sort(order);
            System.out.println(words);
        }
        map.put("four", 4);
        System.out.println(map + " " + map.get("three"));
        List<Map.Entry<String, Integer>> entries = new ArrayList<>(map.entrySet());
        entries.sort(byKey);
        System.out.println(entries);
        entries.sort(byValue);
        System.out.println(entries);
        System.out.println((identity == Function.identity()) + " " + (unary == UnaryOperator.<Object>identity()) + " "
            + (byKey == (Object) Map.Entry.<String, Integer>comparingByKey()) + " " + (orders.get(1) == (Object) Comparator.naturalOrder()));
        System.out.println(composed.apply(10) + " " + predicate.test("x") + predicate.test("") + predicate.test("y") + " " + max.apply("a", "b"));
        System.out.println(Stream.of("a", "bb", "cc").collect(grouping) + Stream.of("a", "bb").collect(joining) + made.get());
        words.sort(Collections.reverseOrder(orders.get(4)));
        System.out.println(words);
    }
}
