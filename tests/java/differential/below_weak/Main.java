import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.WeakHashMap;

/** What weak references alone hold when the root is entered: the collector ran in one of the runs, or in none. */
public class Main {
    static final Map<Object, String> NOTES = new WeakHashMap<>();
    static final ReferenceQueue<Object> GONE = new ReferenceQueue<>();
    static WeakReference<Object> latest;

    public static void main(String[] args) throws InterruptedException {
        Object kept = new Object();
        NOTES.put(kept, "kept");
        NOTES.put("text".intern(), "of a text");
        for (int i = 0; i < 100; i++) {
            Object passing = new Object();
            NOTES.put(passing, "note " + i);
            latest = new WeakReference<>(passing, GONE);
        }
        if (System.getProperty("java.class.path").contains(args[0])) {
            System.gc();
            GONE.remove(1000);
        }
        System.out.println(work(20));
        System.out.println(NOTES.get(kept));
        System.out.println(NOTES.get("text"));
        NOTES.clear();
        System.out.println(NOTES.size());
    }

    static int work(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += i;
        }
        NOTES.put("more".intern(), "more");
        System.out.println(sum); // here
        return sum + NOTES.get("more").length();
    }
}
