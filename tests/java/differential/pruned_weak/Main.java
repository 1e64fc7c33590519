import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

/** An object that a field holds which nobody reads: references to it are cleared once the field is left out. */
public class Main {
    static class Holder {
        Object held = new StringBuilder("held");
        Object key = new StringBuilder("key");
    }

    static final ThreadLocal<Object> LOCAL = new ThreadLocal<>();
    static final Holder holder = new Holder();
    static final List<Object> others = new ArrayList<>();
    static final WeakReference<Object> weak = new WeakReference<>(holder.held);
    static final Map<Object, String> keys = new WeakHashMap<>();

    public static void main(String[] args) {
        keys.put(holder.key, "value");
        if (args[0].startsWith("other")) others.add(holder.held);
        if (args[0].equals("other")) LOCAL.set(List.of(holder.key));
        System.out.println("checkpoint"); // here
        System.gc();
        System.out.println(weak.get() + " " + keys.size() + holder.getClass() + others + LOCAL.get());
    }
}
