package jcp.runtime.frames;

import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.HashGenerator;
import jcp.runtime.jvm.LiveFrames;

/** Threads that run tasks for the JDK's pools and timers, and what they run. */
public final class Workers {
    private static final String POOL = "java.util.concurrent.ThreadPoolExecutor";
    private static final String WORKER = POOL + "$Worker";
    private static final String TIMER = "java.util.TimerThread";
    private static final String TIMER_TASK = "java.util.TimerTask";
    private static final String FORK_JOIN = "java.util.concurrent.ForkJoinWorkerThread";
    private static final String FORKED = "java.util.concurrent.ForkJoinTask";
    private static final String VIRTUAL = "java.lang.VirtualThread";
    /** What a thread of an executor with a thread for each task runs. */
    private static final String PER_TASK = "java.util.concurrent.ThreadPerTaskExecutor$TaskRunner";
    private static final String FUTURE = "java.util.concurrent.CompletableFuture";
    private static final String SUPPLIES = FUTURE + "$AsyncSupply";
    private static final String RUNS = FUTURE + "$AsyncRun";
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
        return isWorker(target(t));
    }

    /** Whether the object is such a worker's. */
    public static boolean isWorker(Object target) {
        return target != null && target.getClass().getName().equals(WORKER) && Access.isJdk(target.getClass());
    }

    /** Whether it runs tasks of the program's, which its frames alone hold: a worker of a pool, a timer's thread, one for a task alone, or a virtual one. */
    public static boolean runsTasks(Thread t) {
        return isWorker(t) || isTimer(t) || isForkJoin(t) || isOfTask(t) || isVirtual(t);
    }

    /** Whether it was made for one task, or one stage of a future, which may have been cancelled meanwhile. */
    private static boolean isOfTask(Thread t) {
        Object target = target(t);
        return target instanceof FutureTask || target != null && target.getClass().getName().startsWith(FUTURE) && Access.isJdk(target.getClass());
    }

    /** Whether it is a virtual thread. */
    public static boolean isVirtual(Thread t) {
        return t.getClass().getName().equals(VIRTUAL) && Access.isJdk(t.getClass());
    }

    /** What a virtual thread was made to run, of which its continuation alone knows. */
    private static Object targetOfVirtual(Thread t) {
        Object continuation = Access.getField(t, t.getClass(), "cont");
        Object run = Access.getField(continuation, continuation.getClass().getSuperclass(), "target");
        return Access.getField(run, run.getClass(), "val$task");
    }

    private static boolean isForkJoin(Thread t) {
        return Access.isA(t.getClass(), FORK_JOIN);
    }

    private static boolean isTimer(Thread t) {
        return t.getClass().getName().equals(TIMER);
    }

    /** The task that the thread which asks runs; null if that cannot be told, as compiled code may have dropped it. */
    static Object task() {
        HashGenerator before = HashGenerator.now();
        Thread t = Thread.currentThread();
        Object task = isTimer(t) ? LiveFrames.local(TIMER, "mainLoop", Access.jdk(TIMER_TASK), Thread.class)
            : isOfTask(t) ? target(t)
            : isVirtual(t) ? targetOfVirtual(t)
            : isForkJoin(t) ? LiveFrames.local(FORKED, "doExec", Access.jdk(FORKED), Thread.class)
            : LiveFrames.local(POOL, "runWorker", Runnable.class, Access.jdk(WORKER));
        if (task != null && !isWhole(task)) {
            task = null;
        }
        HashGenerator.back(before);
        return task;
    }

    /** The same of a thread that begins with a method of the program, in which a pool's worker runs its tasks. */
    static Object taskInside() {
        Object task = LiveFrames.local(POOL, "runWorker", Runnable.class, Access.jdk(WORKER));
        return task != null && isWhole(task) ? task : null;
    }

    /** That worker; null if it cannot be told. */
    static Object worker() {
        return LiveFrames.local(POOL, "runWorker", Access.jdk(WORKER), Thread.class);
    }

    /**
     * Whether the task can be run again. That of {@code CompletableFuture.supplyAsync} or {@code runAsync} has let go of its future and its
     * function when it called that, and nothing looks at these fields afterwards: they get them back.
     */
    private static boolean isWhole(Object task) {
        Class<?> type = task.getClass();
        if (type.getName().equals(PER_TASK) && Access.isJdk(type)) {
            return isWhole(Access.getField(task, type, "task"));
        }
        boolean supplies = type.getName().equals(SUPPLIES) && Access.isJdk(type);
        if (!supplies && !(type.getName().equals(RUNS) && Access.isJdk(type))) {
            return true;
        }
        Object future = LiveFrames.local(type.getName(), "run", Access.jdk(FUTURE), type);
        Object function = LiveFrames.local(type.getName(), "run", supplies ? Supplier.class : Runnable.class, type);
        Access.setField(task, type, "dep", future);
        Access.setField(task, type, "fn", function);
        return future != null && function != null;
    }

    /** Has the JDK load what {@link #task} needs, on the main thread. */
    public static void prepare() {
        LiveFrames.local(POOL, "runWorker", Runnable.class, Thread.class);
    }
}
