import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/** Concatenations and lambdas that are linked before and behind the checkpoint, and identity hashes between them. */
public class Main {
    static final Map<Object, String> SEEN = new IdentityHashMap<>();
    static int rounds;

    static void hash(String when) {
        Object o = new Object();
        SEEN.put(o, when);
        System.out.print(when);
        System.out.print(' ');
        System.out.println(System.identityHashCode(o));
    }

    static void early(int n) {
        hash("start");
        String text = "n is " + n;
        hash("concatenation");
        Supplier<String> supplier = () -> text;
        hash("lambda");
        System.out.println(supplier.get());
    }

    static String work(int n) {
        rounds++; // here
        hash("work");
        String text = n + " in round " + rounds;
        hash("second concatenation");
        Function<String, Integer> length = String::length;
        hash("method reference");
        Supplier<Object> nothing = Object::new;
        hash("constructor reference");
        return text + ' ' + length.apply(text) + nothing.get().toString().startsWith("java.lang.Object@");
    }

    record Pair(int a, String b) {}

    public static void main(String[] args) {
        early(args.length);
        System.out.println(work(7));
        hash("behind");
        System.out.println(new Pair(rounds, "of a record").toString());
        hash("record");
        System.out.println(SEEN.values());
    }
}
