package jcp.runtime.threads;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.ThreadPoolExecutor;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.JdkClasses;
import jcp.runtime.jvm.JvmState;
import jcp.runtime.jvm.ThreadLocals;
import jcp.runtime.program.Surroundings;
import jcp.runtime.program.Threads;
import jcp.runtime.report.Problem;

/**
 * Workers that have nothing to do: {@code CompletableFuture} and parallel streams leave those of the common pool, and tasks those of the
 * program's own {@link ForkJoinPools}, waiting for a minute, time-outs leave the thread that waited for them, virtual threads leave
 * their carriers and helpers. They hold
 * nothing of the program, and the replay's pools start their own when there is work. So they are no obstacle if none runs a task, no
 * task waits, no virtual thread lives that is not held, and none keeps a thread-local value that a task of the program may have set.
 *
 * <p>A worker that has just ended its last task still looks for another, and a thread that a task was given to is about to end: they
 * are given a moment. One with code of the program on its stack is not waited for, since the run would go on differently.
 *
 * <p>Left out: ids of later threads, as the replay's workers take ids that the captured run's had taken before.
 */
public final class IdleWorkers extends JvmState {

    private static final String CARRIER = "jdk.internal.misc.CarrierThread";
    /** What unblocks, wakes and polls for virtual threads. */
    private static final Set<String> HELPERS = Set.of("VirtualThread-unblocker", "VirtualThread-unparker", "Read-Poller", "Write-Poller");
    /** Of later JDKs: a pool's thread for delayed tasks. */
    static final String DELAYS = "java.util.concurrent.DelayScheduler";
    /** Up to JDK 24: what runs the time-outs of {@code CompletableFuture}. */
    static final String DELAYER = "java.util.concurrent.CompletableFuture$Delayer";
    private static final String DELAYER_THREAD = "CompletableFutureDelayScheduler";
    private static final String VIRTUAL = "virtual threads";
    /** The thread for delayed tasks that {@link DelayedTasks} holds; null if it holds none, and then is not loaded. */
    private static Thread delays;
    /** Nanoseconds. */
    private static final long PATIENCE = 100_000_000L;

    /** Whether it is a worker of a pool of forks and joins, or works for virtual threads. */
    public static boolean isWorker(Thread t) {
        return isHelper(t) || pool(t) != null;
    }

    private static boolean isHelper(Thread t) {
        String type = t.getClass().getName();
        return isDelayer(t) || type.equals("jdk.internal.misc.InnocuousThread") && HELPERS.contains(t.getName());
    }

    /** The JDK's own pool for time-outs of {@code CompletableFuture}; null if it has none, or not yet. */
    static ThreadPoolExecutor delayer() {
        Class<?> in = JdkClasses.initialized(DELAYER);
        Object delayer = in == null ? null : Access.getField(null, in, "delayer");
        boolean scheduled = delayer != null && Access.isA(delayer.getClass(), "java.util.concurrent.ScheduledThreadPoolExecutor");
        return scheduled ? (ThreadPoolExecutor) delayer : null;
    }

    /** Whether it waits for time-outs, and those that are to come are known. */
    private static boolean isDelayer(Thread t) {
        ThreadPoolExecutor pool = t.getName().equals(DELAYER_THREAD) ? delayer() : null;
        if (pool == null) {
            return false;
        }
        boolean waits = (Integer) Access.call(pool, ThreadPoolExecutor.class, "getActiveCount") == 0;
        return (PoolWorkers.queue(pool).isEmpty() || !PoolWorkers.timeOuts().isEmpty()) && waits && pool.getPoolSize() == 1;
    }

    /**
     * The pool that it works for; null if it is no worker of which another takes the place: one of a pool that the frames above a root below main
     * have made is none.
     */
    private static ForkJoinPool pool(Thread t) {
        if (t.getClass().getName().equals(DELAYS)) {
            for (Object each : new Object[] {ForkJoinPool.commonPool(), scheduler()}) { // no other class of arrays, as in Row
                ForkJoinPool pool = (ForkJoinPool) each;
                if (pool != null && Access.getField(pool, ForkJoinPool.class, "delayScheduler") == t) {
                    return pool;
                }
            }
            return null;
        }
        if (isCarrier(t)) {
            return ((ForkJoinWorkerThread) t).getPool();
        }
        ForkJoinPool pool = ForkJoinPools.pool(t);
        return pool == ForkJoinPool.commonPool() || !Surroundings.livedAtEntry(t) ? pool : null;
    }

    /**
     * Whether these pools are at rest, their workers being among these threads. Waits for a moment for workers and other threads that
     * have left the program's code and run on.
     */
    public static boolean atRest(List<Thread> threads) {
        for (Thread t : threads) {
            if (t != delays && t.getClass().getName().equals(DELAYS) && !Surroundings.livedAtEntry(t) && DelayedTasks.hold(t)) {
                delays = t;
            }
        }
        long end = System.nanoTime() + PATIENCE;
        while (true) {
            boolean busy = false; // with code of the program
            boolean working = false;
            boolean running = virtualThreads();
            for (Thread t : threads) {
                ForkJoinPool pool = pool(t);
                if (pool == null && isHelper(t) || WaitingThreads.isHeld(t) || t == delays) {
                    continue;
                }
                StackTraceElement[] stack = t.getStackTrace();
                boolean program = runsProgram(stack);
                if (pool != null) {
                    busy |= program;
                    working |= !waits(t, stack) || !ForkJoinPools.rests(pool) || delayed(t, pool);
                } else {
                    running |= t.getState() == Thread.State.RUNNABLE && !program;
                }
            }
            if (busy || !working && !running || System.nanoTime() > end) {
                return !busy && !working && !virtualThreads();
            }
            pause();
        }
    }

    /** During a snapshot: the tasks of the common pool that wait for their time, from JDK 25 on. */
    static List<Object> delayedTasks() {
        return delays == null ? List.of() : DelayedTasks.waiting();
    }

    /** Behind it: they may begin. */
    static void release() {
        if (delays != null) {
            delays = null;
            DelayedTasks.release();
        }
    }

    private static ForkJoinPool scheduler() {
        Class<?> in = JdkClasses.initialized("java.lang.VirtualThread");
        Object found = in == null ? null : Access.getField(null, in, "DEFAULT_SCHEDULER");
        return found instanceof ForkJoinPool ? (ForkJoinPool) found : null;
    }

    private static boolean delayed(Thread t, ForkJoinPool pool) {
        return t.getClass().getName().equals(DELAYS) && (Long) Access.call(pool, ForkJoinPool.class, "getDelayedTaskCount") != (pool == scheduler() ? VirtualThreads.limited() : 0);
    }

    /** Whether virtual threads live that are not held: none on JDKs without them. */
    private static boolean virtualThreads() {
        return JdkClasses.initialized("java.lang.VirtualThread") != null && VirtualThreads.hasOthers();
    }

    /** Whether it carries virtual threads. */
    public static boolean isCarrier(Thread t) {
        return t.getClass().getName().equals(CARRIER);
    }

    /** Whether there have been virtual threads. */
    @Override
    public void capture(Map<String, String[]> state) {
        if (JdkClasses.initialized("java.lang.VirtualThread") != null) {
            state.put(VIRTUAL, new String[0]);
        }
    }

    /** Their scheduler is made where the captured run had made it, so that later pools have the same numbers. */
    @Override
    public void restore(Map<String, String[]> state) {
        if (state.containsKey(VIRTUAL)) {
            JdkClasses.load("java.lang.VirtualThread", true);
        }
    }

    private static void pause() {
        try {
            Thread.sleep(1);
        } catch (InterruptedException e) {
            Threads.interrupted = true;
        }
    }

    private static boolean runsProgram(StackTraceElement[] stack) {
        for (StackTraceElement e : stack) {
            if (e.getModuleName() == null) {
                return true;
            }
        }
        return false;
    }

    /** Whether nothing but the pool's own wait for work is on the stack; one that has ended meanwhile has none. */
    static boolean waits(Thread t, StackTraceElement[] stack) {
        for (StackTraceElement e : stack) {
            String type = e.getClassName();
            boolean own = type.equals("java.util.concurrent.ForkJoinPool") || type.startsWith("java.util.concurrent.ForkJoinWorkerThread")
                || type.equals("java.util.concurrent.locks.LockSupport") || type.equals("jdk.internal.misc.Unsafe") || type.equals(CARRIER)
                || type.equals(DELAYS);
            if (!own) {
                return false;
            }
        }
        return stack.length == 0 ? !t.isAlive() : t.getState() == Thread.State.WAITING || t.getState() == Thread.State.TIMED_WAITING;
    }

    /** Why an idle worker is an obstacle all the same; null if it is none. */
    public static Problem problem(Thread t) {
        return ThreadLocals.ofProgram(t) ? new Problem(t.getClass().getName(),
            "an idle worker of a fork-join pool, \"" + t.getName() + "\", keeps the value of a ThreadLocal, which the replay's workers would not have",
            "call remove() at the end of the task, or move the checkpoint") : null;
    }
}
