import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** What the JVM links takes identity hashes: classes of the JDK, lambdas, concatenations. It is used before and after. */
public class Linked {
    /** The hash of a fresh object: how many were taken so far. */
    static int hash() {
        return System.identityHashCode(new Object());
    }

    static String classes() {
        ConcurrentSkipListMap<String, Integer> skips = new ConcurrentSkipListMap<>();
        skips.put("a", 1);
        TreeMap<String, Integer> tree = new TreeMap<>(skips);
        String quotient = new BigDecimal("1.25").divide(new BigDecimal("3"), MathContext.DECIMAL64).toString();
        return skips.headMap("b").toString().concat(tree.descendingMap().toString()).concat(quotient);
    }

    static String concatenations(int number, String text, Object object) {
        String one = text + number + ":" + object;
        return one + text + (char) number + 1.5 + true;
    }

    static String lambdas(int number, String text) {
        Supplier<String> captures = () -> text.concat(Integer.toString(number));
        IntFunction<String> none = Integer::toBinaryString;
        List<String> texts = new ArrayList<>(List.of("b", "a"));
        texts.forEach(each -> texts.get(0));
        texts.removeIf(String::isEmpty);
        return captures.get().concat(none.apply(number));
    }

    static String first(long number) {
        Supplier<String> fresh = () -> Long.toString(number);
        String same = "s" + (int) number + ":" + List.of();
        return fresh.get() + number + same;
    }

    static void use() {
        System.out.println(classes());
        System.out.println(hash());
        System.out.println(concatenations(65, "x", List.of(1)));
        System.out.println(hash());
        System.out.println(lambdas(5, "y"));
        System.out.println(hash());
    }

    public static void main(String[] args) {
        use();
        after();
    }

    static void after() {
        System.out.println("before");
        use(); // here
        System.out.println(first(7));
        System.out.println(hash());
    }
}
