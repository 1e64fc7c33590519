import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;

/** Lambdas and method references of all forms, and those that the JDK makes. */
public class Functions {
    interface Marker {}

    interface Twice<T> extends Function<T, T> {
        default T twice(T value) {
            return apply(apply(value));
        }
    }

    interface Varargs {
        String join(String a, String b);
    }

    static class Base {
        String who() {
            return "base";
        }
    }

    static class Derived extends Base {
        @Override
        String who() {
            return "derived";
        }

        Supplier<String> parent() {
            return super::who;
        }
    }

    private int state = 3;

    private int add(int n) {
        return state += n;
    }

    private static String all(String... parts) {
        return String.join("+", parts);
    }

    private static long width(Object o) {
        return o.toString().length();
    }

    Map<String, Object> make(int local, long wide, String text) {
        Map<String, Object> f = new TreeMap<>();
        f.put("plain", (IntUnaryOperator) x -> x + 1);
        f.put("capture", (IntUnaryOperator) x -> x + local);
        f.put("capture-this", (IntUnaryOperator) x -> x + state);
        double real = 0.5;
        boolean flag = true;
        char letter = 'z';
        f.put("capture-all", (Supplier<String>) () -> local + text + wide + real + flag + letter);
        f.put("private", (IntUnaryOperator) this::add);
        f.put("static", (ToLongFunction<Object>) Functions::width);
        f.put("bound", (Supplier<Integer>) text::length);
        f.put("unbound", (Function<String, String>) String::trim);
        f.put("new", (Function<String, StringBuilder>) StringBuilder::new);
        f.put("new-array", (IntFunction<int[][]>) int[][]::new);
        f.put("varargs", (Varargs) Functions::all);
        f.put("super", new Derived().parent());
        f.put("serializable", (Supplier<String> & Serializable) () -> "serial " + text);
        f.put("marked", (UnaryOperator<String> & Marker & Serializable) s -> s + "!");
        f.put("twice", (Twice<Integer>) n -> n * 3);
        f.put("compose", ((Function<Integer, Integer>) n -> n + 1).andThen(n -> n * 2).compose((Integer n) -> n - local));
        f.put("curried", (Function<Integer, Function<Integer, Integer>>) a -> b -> a * b + local);
        f.put("applied", ((Function<Integer, Function<Integer, Integer>>) a -> b -> a * b + local).apply(4));
        f.put("boxing", (BiFunction<Integer, Integer, Integer>) Math::max);
        f.put("operator", BinaryOperator.minBy(Comparator.<Integer>naturalOrder()));
        f.put("identity", Function.identity());
        f.put("negated", Predicate.not(String::isEmpty).or(s -> s == null));
        return f;
    }

    static Supplier<String>[] same() {
        @SuppressWarnings("unchecked")
        Supplier<String>[] made = new Supplier[2];
        for (int i = 0; i < 2; i++) {
            made[i] = () -> "same";
        }
        return made;
    }

    public static void main(String[] args) {
        Functions object = new Functions();
        Map<String, Object> made = object.make(7, 1L << 40, "text");
        Map<String, Integer> sorted = new TreeMap<>(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
        for (String word : List.of("pear", "fig", "apple", "kiwi", "banana")) {
            sorted.put(word, word.length());
        }
        List<Comparator<String>> orders = new ArrayList<>(Arrays.asList(String.CASE_INSENSITIVE_ORDER, Comparator.naturalOrder(),
            Collections.reverseOrder(), Comparator.nullsFirst(Comparator.comparingInt(String::length))));
        Map<Object, String> byFunction = new HashMap<>();
        byFunction.put(made.get("plain"), "found");
        after(object, made, sorted, orders, byFunction, same());
    }

    @SuppressWarnings("unchecked")
    static void after(Functions object, Map<String, Object> f, Map<String, Integer> sorted, List<Comparator<String>> orders,
            Map<Object, String> byFunction, Supplier<String>[] same) {
        System.out.println("before");
        for (String name : List.of("plain", "capture", "capture-this", "private")) { // here
            System.out.println(name + " " + ((IntUnaryOperator) f.get(name)).applyAsInt(100));
        }
        System.out.println(object.state + " " + ((Supplier<String>) f.get("capture-all")).get());
        System.out.println(((ToLongFunction<Object>) f.get("static")).applyAsLong("four") + " " + ((Supplier<Integer>) f.get("bound")).get());
        System.out.println(((Function<String, String>) f.get("unbound")).apply(" t ") + ((Function<String, StringBuilder>) f.get("new")).apply("sb").reverse());
        System.out.println(((IntFunction<int[][]>) f.get("new-array")).apply(3).length + " " + ((Varargs) f.get("varargs")).join("a", "b"));
        System.out.println(((Supplier<String>) f.get("super")).get() + " " + ((Supplier<String>) f.get("serializable")).get());
        System.out.println((f.get("marked") instanceof Marker) + " " + (f.get("marked") instanceof Serializable) + " " + ((UnaryOperator<String>) f.get("marked")).apply("m"));
        System.out.println(((Twice<Integer>) f.get("twice")).twice(5) + " " + ((Function<Integer, Integer>) f.get("compose")).apply(10));
        System.out.println(((Function<Integer, Function<Integer, Integer>>) f.get("curried")).apply(2).apply(3) + " " + ((Function<Integer, Integer>) f.get("applied")).apply(5));
        System.out.println(((BiFunction<Integer, Integer, Integer>) f.get("boxing")).apply(2, 9) + " " + ((BinaryOperator<Integer>) f.get("operator")).apply(4, 3));
        System.out.println(((Function<Object, Object>) f.get("identity")).apply("id") + " " + ((Predicate<String>) f.get("negated")).test(""));
        sorted.put("plum", 4);
        System.out.println(sorted);
        for (Comparator<String> order : orders) {
            List<String> words = new ArrayList<>(sorted.keySet());
            words.sort(order);
            System.out.println(words);
        }
        System.out.println(byFunction.get(f.get("plain")) + " " + byFunction.get(f.get("capture")));
        System.out.println((same[0] == same[1]) + same[0].get() + " " + (orders.get(0) == String.CASE_INSENSITIVE_ORDER));
    }
}
