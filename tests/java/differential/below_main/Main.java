import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The chain starts below main. What main holds is shared with what the root changes: by its receiver and arguments, by
 * statics, by thread-locals; identities, lambdas and arrays hold before and after.
 */
public class Main {
    static final List<String> LOG = new ArrayList<>();
    static final ThreadLocal<StringBuilder> LOCAL = ThreadLocal.withInitial(StringBuilder::new);
    static int counter;

    private final Map<Object, String> names = new IdentityHashMap<>();
    private final int[] numbers = new int[3];
    private Main other;
    private Supplier<String> supplier;

    public static void main(String[] args) {
        Main main = new Main();
        Object key = new Object();
        int hash = key.hashCode();
        main.names.put(key, "key");
        main.supplier = () -> "from main " + (hash == key.hashCode());
        Supplier<String> before = main.supplier;
        Map<String, List<String>> map = new HashMap<>();
        List<String> inner = new ArrayList<>();
        map.put("inner", inner);
        LOCAL.get().append("main;");
        LOG.add("before");
        System.out.println("before " + LOG);
        String result = main.root(map, 7L, key);
        System.out.println(result + " " + inner + " " + map + " " + LOG + " " + LOCAL.get() + " " + counter);
        System.out.println((main.other.other == main) + " " + main.names.get(key) + " " + main.names.size());
        System.out.println((before == main.supplier) + " " + main.supplier.get() + " " + (key.hashCode() == hash));
        System.out.println(main.numbers[1] + " " + main.names.containsValue("new"));
    }

    private String root(Map<String, List<String>> map, long factor, Object key) {
        System.out.println("skipped in the replay");
        counter += 5;
        numbers[1] = 42;
        map.get("inner").add("changed");
        map.put("more", map.get("inner"));
        other = new Main();
        other.other = this;
        other.names.put(key, "shared");
        names.put(other, "new");
        LOCAL.get().append("root;");
        LOG.add("root");
        String text = work(factor * 2, key);
        return text + map.size() + (other.names.get(key)) + names.get(other);
    }

    private String work(long n, Object key) {
        counter++;
        LOG.add("work");
        System.out.println("work " + n + " " + names.get(key)); // here
        numbers[1]++;
        return "result " + n + " ";
    }
}
