package jcp.runtime.frames;

import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.HashGenerator;
import jcp.runtime.jvm.LiveFrames;

/** Threads that a {@code ThreadPoolExecutor} has made, and what they run. */
public final class Workers {
    private static final String POOL = "java.util.concurrent.ThreadPoolExecutor";
    private static final String WORKER = POOL + "$Worker";
    /** Before JDK 19 the thread has its task itself. */
    private static final String HOLDER = "holder";
    private static final boolean HOLDS = Access.hasField(Thread.class, HOLDER);

    private Workers() {}

    /** What the thread was made to run; null if it is nothing. */
    public static Object target(Thread t) {
        Object holder = HOLDS ? Access.getField(t, Thread.class, HOLDER) : t;
        return holder == null ? null : Access.getField(holder, HOLDS ? holder.getClass() : Thread.class, HOLDS ? "task" : "target");
    }

    /** Whether it is a worker of a pool. */
    public static boolean isWorker(Thread t) {
        Object target = target(t);
        return target != null && target.getClass().getName().equals(WORKER) && Access.isJdk(target.getClass());
    }

    /** The task that the worker which asks runs: its frames alone hold it. */
    static Object task() {
        HashGenerator before = HashGenerator.now();
        Object task = LiveFrames.local(POOL, "runWorker", Runnable.class, Access.jdk(WORKER));
        if (before != null) {
            HashGenerator.set(before.with(0)); // the JVM's own sequence may have gone on for others
        }
        return task;
    }

    /** Has the JDK load what {@link #task} needs, on the main thread. */
    public static void prepare() {
        LiveFrames.local(POOL, "runWorker", Runnable.class, Thread.class);
    }
}
