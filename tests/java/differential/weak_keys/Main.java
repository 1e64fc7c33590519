import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.WeakHashMap;

/** Keys of weak maps that nothing but the JVM holds: constants of classes, objects of call sites, what the JDK keeps. */
public class Main {
    enum Own { ONE }

    static final Map<Object, String> NOTES = new WeakHashMap<>();

    static Runnable action() {
        return () -> System.out.println("run");
    }

    static Comparator<String> order() {
        return String::compareTo;
    }

    public static void main(String[] args) {
        NOTES.put("a literal of the program", "literal");
        NOTES.put("a " + "constant " + "expression", "constant");
        NOTES.put(action(), "lambda");
        NOTES.put(order(), "method reference");
        NOTES.put(Own.ONE, "enum");
        NOTES.put(Own.class, "class");
        NOTES.put(int[].class, "class of arrays");
        NOTES.put(Locale.forLanguageTag("de-CH"), "locale");
        NOTES.put(100, "box");
        NOTES.put(Comparator.naturalOrder(), "order of the JDK");
        NOTES.put(new Object(), "held by nothing");
        System.gc();
        System.out.println("before");
        System.out.println("after"); // here
        System.gc();
        System.out.println(NOTES.get("a literal of the program") + " " + NOTES.get("a constant expression"));
        System.out.println(NOTES.get(action()) + " " + NOTES.get(order()) + " " + NOTES.get(Own.ONE) + " " + NOTES.get(Own.class));
        System.out.println(NOTES.get(int[].class) + " " + NOTES.get(Locale.forLanguageTag("de-CH")) + " " + NOTES.get(100));
        System.out.println(NOTES.get(Comparator.naturalOrder()));
        System.out.println(NOTES.containsValue("held by nothing"));
    }
}
