package jcp.runtime.jvm;

import java.util.ArrayList;
import java.util.List;

/**
 * Threads that each JVM starts by itself and of which it has one: what finalizes objects, and what enqueues references. A finalizer that runs code of the program may leave the first one in its tables.
 *
 * <p>Left out: threads that a JVM has only at times.
 */
public final class JvmThreads {
    private static final String FINALIZER = "java.lang.ref.Finalizer$FinalizerThread";

    private JvmThreads() {}

    /** The one of that class; null if this JVM has none. */
    public static Thread find(String type) {
        for (Thread each : all()) {
            if (each.getClass().getName().equals(type)) {
                return each;
            }
        }
        return null;
    }

    /** What finalizes objects; null if this JVM does not. */
    public static Thread finalizer() {
        return find(FINALIZER);
    }

    private static List<Thread> all() {
        ThreadGroup system = Thread.currentThread().getThreadGroup();
        while (system.getParent() != null) {
            system = system.getParent();
        }
        Thread[] threads = new Thread[Math.max(16, 2 * system.activeCount())];
        int count = system.enumerate(threads);
        List<Thread> found = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            found.add(threads[i]);
        }
        return found;
    }
}
