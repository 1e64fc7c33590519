import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/** Programs whose classes one execution leaves changed: the next one must find them as they were in the beginning. */
public class Again {
    static int number;
    static Object last;
    static final AtomicInteger counter = new AtomicInteger(7);
    static final Map<String, Integer> map = new HashMap<>();
    static final ReentrantLock lock = new ReentrantLock();
    static final Object monitor = new Object();
    static final boolean checked = Again.class.desiredAssertionStatus();

    /** Is first used by either thread. */
    static class Lazy {
        static final AtomicInteger all = new AtomicInteger(3);
        static int plain;
    }

    /** Has an initialiser that calls the program. */
    enum Colour {
        RED, GREEN;

        int uses;
    }

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "fresh" -> fresh();
            case "lazy" -> start(() -> Lazy.all.addAndGet(2), () -> Lazy.all.addAndGet(5));
            case "one" -> start(() -> Lazy.all.addAndGet(2), () -> counter.incrementAndGet());
            case "constants" -> constants();
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void fresh() throws Exception {
        check(number == 0 && last == null && counter.get() == 7 && map.isEmpty() && !lock.isLocked());
        check(Lazy.plain == 0 && Lazy.all.get() == 3);
        start(() -> {
            lock.lock(); // for ever
            map.put("a", counter.incrementAndGet());
            last = monitor;
        }, () -> {
            synchronized (monitor) {
                Lazy.plain = number++;
                Lazy.all.set(counter.incrementAndGet());
            }
        });
    }

    private static void constants() throws Exception {
        check(Colour.valueOf("RED") == Colour.RED && Colour.GREEN.uses == 0);
        start(() -> Colour.GREEN.uses++, () -> counter.incrementAndGet(), () -> counter.incrementAndGet());
    }

    private static void check(boolean holds) {
        if (!holds) {
            throw new IllegalStateException("not as in the beginning");
        }
    }

    private static void start(Runnable... bodies) throws Exception {
        Thread[] threads = new Thread[bodies.length];
        for (int i = 0; i < bodies.length; i++) {
            threads[i] = new Thread(bodies[i]);
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
