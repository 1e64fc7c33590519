import java.util.*;
import java.util.function.*;

/** Names of lambda classes, numbered by the JDK (17). Original: true true Main$$Lambda$4. */
public class Main {
    static String id(Object o) {
        String n = o.getClass().getName();
        return n.substring(0, n.indexOf('/') < 0 ? n.length() : n.indexOf('/'));
    }
    public static void main(String[] a) {
        Runnable r = () -> System.out.println("r");
        Supplier<String> s = String::new;
        int k = a.length;
        IntSupplier c = () -> k;
        Map<String, Object> known = new TreeMap<>();
        for (Object o : new Object[]{r, s, c}) known.put(id(o), o);
        System.out.println("before");
        for (String n : known.keySet()) System.out.println(n); // here
        Runnable late = () -> System.out.println("late");
        System.out.println(known.containsKey(id(r)) + " " + known.containsKey(id(c)) + " " + id(late));
    }
}
