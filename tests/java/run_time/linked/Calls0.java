import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** Calls that the JDK links: lambdas with and without values, references, serializable ones, joined strings, a record. */
class Calls0 {
    record Point(int x, String name) {}

    private static final Supplier<String> KEPT = () -> "kept";

    static Supplier<String> same() {
        return () -> "same";
    }

    static Function<String, Integer> reference() {
        return String::length;
    }

    static Supplier<List<String>> fresh() {
        return ArrayList::new;
    }

    static Supplier<String> marked() {
        return (Supplier<String> & Serializable & Cloneable) () -> "marked";
    }

    static Supplier<String> kept() {
        return KEPT;
    }

    static Object point() {
        return new Point(1, "one");
    }

    static Function<Integer, Integer> adder(int n) {
        return x -> x + n;
    }

    static Supplier<Supplier<String>> within(String text) {
        return () -> () -> text + " " + KEPT.get();
    }

    static String text(int n) {
        return "text " + n + " of " + new Point(n, "it").hashCode();
    }

    static Object later(int n) {
        Function<Point, String> later = Point::name;
        return later.apply(new Point(n, "later")) + new Point(n, "x");
    }

    static String laterText(int n) {
        return n + "<>" + n;
    }
}
