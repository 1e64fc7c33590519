import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/** Updaters read fields by their offset: code of the JDK does it, and the analysis sees with which objects. */
public class Main {
    static class Updated {
        volatile int counted = 4;
        volatile String named = "named".toUpperCase();
    }

    static class Plain { int unread = 5; }

    static final Updated updated = new Updated();
    static final Plain plain = new Plain();
    static final AtomicIntegerFieldUpdater<Updated> COUNTED =
        AtomicIntegerFieldUpdater.newUpdater(Updated.class, "counted");
    static final AtomicReferenceFieldUpdater<Updated, String> NAMED =
        AtomicReferenceFieldUpdater.newUpdater(Updated.class, String.class, "named");

    public static void main(String[] args) {
        System.out.println(updated.counted + updated.named + plain.unread);
        System.out.println("checkpoint"); // here
        System.out.println(COUNTED.incrementAndGet(updated) + NAMED.get(updated) + plain.getClass());
    }
}
