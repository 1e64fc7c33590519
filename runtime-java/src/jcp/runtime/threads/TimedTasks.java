package jcp.runtime.threads;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import jcp.runtime.graph.GraphReader;
import jcp.runtime.graph.GraphWriter;
import jcp.runtime.graph.Kind;
import jcp.runtime.graph.Parts;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.JdkClasses;
import jcp.runtime.jvm.Synchronizer;

/**
 * Tasks that wait for their time, in the queue of a {@code ScheduledThreadPoolExecutor} or of a {@link Timers timer}. The time is one of
 * the JVM's clock, {@code System.nanoTime} or, for timers, {@code System.currentTimeMillis}: the copy gets the time of the replay's
 * clock from which as much is left.
 *
 * <p>While a snapshot is taken, no task of such a pool begins, as the main thread holds the lock of the pool's queue: a worker whose task's
 * time comes waits for the lock, and comes to the same place as one that waits for the task. The replay starts the workers while all times
 * are far away; when all threads wait, it gives the tasks their times and wakes each pool's first worker. So no task runs before all
 * threads are there.
 *
 * <p>Invariants: the worker that waits for the first task of its pool is the same one as in the captured run, and the others wait in the same
 * order. Time-outs of {@code CompletableFuture} are such tasks up to JDK 24, in a pool of the JDK's own: the replay's pool gets them. Left out: tasks of
 * timers for a date, which run as long after the checkpoint as in the original; those of later JDKs, which {@link DelayedTasks} has.
 */
public final class TimedTasks {
    private static final String POOL = "java.util.concurrent.ScheduledThreadPoolExecutor";
    /** The class of queues of timed tasks. */
    static final String QUEUE = POOL + "$DelayedWorkQueue";
    private static final String TASK = POOL + "$ScheduledFutureTask";
    private static final String TIMER_TASK = "java.util.TimerTask";
    static final String PART = "timed task";
    /** So long nothing is due while threads are started: 30 years and more. */
    private static final long FAR_NANOS = 1L << 60;
    private static final long FAR_MILLIS = 1L << 40;
    /** More, and the pool's comparison of times would not hold. */
    private static final long MOST_NANOS = Long.MAX_VALUE >> 1;
    /** Of a {@code TimerTask} that waits. */
    private static final int SCHEDULED = 1;
    /** Nanoseconds. */
    private static final long PATIENCE = 20_000_000L;

    /** The locks of queues that this thread holds during the snapshot. */
    private static final List<ReentrantLock> HELD = new ArrayList<>();

    private final List<Object> tasks = new ArrayList<>();
    /** How long each task has to wait: nanoseconds, for timers milliseconds. */
    private final long[] left;

    private static ReentrantLock lock(Object queue) {
        return (ReentrantLock) Access.getField(queue, queue.getClass(), "lock");
    }

    /** Takes the queue's lock for the time of the snapshot, unless it has it; false if another thread has it, or the program has it here. */
    static boolean hold(Object queue) {
        ReentrantLock lock = lock(queue);
        if (HELD.contains(lock)) { // no class of the program is a lock of these queues
            return true;
        }
        if (lock.isHeldByCurrentThread() || !lock.tryLock()) {
            return false;
        }
        HELD.add(lock);
        return true;
    }

    /** Gives the lock back. */
    static void release(Object queue) {
        ReentrantLock lock = lock(queue);
        if (HELD.remove(lock)) {
            lock.unlock();
        }
    }

    /** Gives all locks back. */
    static void release() {
        for (ReentrantLock lock : HELD) {
            lock.unlock();
        }
        HELD.clear();
    }

    /** The copies of timed tasks, far from their times. {@code clock}: the captured JVM's milliseconds, and what {@code nanoTime} gave there. */
    TimedTasks(GraphReader graph, long[] clock) {
        List<Parts.Part> parts = graph.parts.of(PART);
        left = new long[parts.size()];
        for (Parts.Part each : parts) {
            Object task = graph.object(each.object);
            left[tasks.size()] = time(task) - clock[isTimers(task) ? 0 : 1];
            tasks.add(task);
        }
        move(FAR_NANOS, FAR_MILLIS);
    }

    private static boolean isTimers(Object task) {
        return Access.isA(task.getClass(), TIMER_TASK);
    }

    private static long time(Object task) {
        return isTimers(task) ? (Long) Access.getField(task, Access.jdk(TIMER_TASK), "nextExecutionTime")
            : (Long) Access.getField(task, Access.jdk(TASK), "time");
    }

    /** Gives each task its time, and so much more. */
    private void move(long nanos, long millis) {
        for (int i = 0; i < left.length; i++) {
            Object task = tasks.get(i);
            if (isTimers(task)) {
                Access.setField(task, Access.jdk(TIMER_TASK), "nextExecutionTime", saturated(System.currentTimeMillis(), saturated(left[i], millis)));
            } else {
                Access.setField(task, Access.jdk(TASK), "time", System.nanoTime() + Math.min(saturated(left[i], nanos), MOST_NANOS));
            }
        }
    }

    private static long saturated(long one, long more) {
        long sum = one + more;
        return one > 0 && more > 0 && sum < 0 ? Long.MAX_VALUE : sum;
    }

    /** Before the workers of the pool are started: nobody has its queue's lock or waits for it. Returns who waits for the first task, or null. */
    static Thread clear(Object queue) {
        ReentrantLock lock = lock(queue);
        Synchronizer.set(Synchronizer.of(lock), 0, null);
        Object leader = Access.getField(queue, queue.getClass(), "leader");
        Access.setField(queue, queue.getClass(), "leader", null);
        return (Thread) leader;
    }

    /** When all threads wait: gives the tasks their times, and wakes those that wait for one. {@code workers}: those that were started. */
    void begin(List<Thread> workers) {
        move(0, 0);
        List<Object> woken = new ArrayList<>();
        for (Thread worker : workers) {
            ThreadPoolExecutor pool = PoolWorkers.pool(worker);
            Object queue = pool == null ? null : PoolWorkers.queue(pool);
            if (queue != null && PoolWorkers.isTimed(queue) && !woken.contains(queue)) {
                woken.add(queue);
                wake(queue, workers);
            } else if (Timers.isThread(worker)) {
                Timers.wake(worker);
            }
        }
    }

    /** The tasks that wait in a queue whose lock is held. */
    static List<Object> waiting(Object queue) {
        Object[] all = (Object[]) Access.getField(queue, queue.getClass(), "queue");
        int count = (Integer) Access.getField(queue, queue.getClass(), "size");
        List<Object> found = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            found.add(all[i]);
        }
        return found;
    }

    /** Gives time-outs of {@code CompletableFuture} to the JDK's own pool for them. */
    @SuppressWarnings("unchecked")
    static void enter(List<Object> timeOuts) {
        JdkClasses.load(IdleWorkers.DELAYER, true);
        ThreadPoolExecutor pool = IdleWorkers.delayer();
        ((Collection<Object>) PoolWorkers.queue(pool)).addAll(timeOuts);
        Access.call(pool, ThreadPoolExecutor.class, "ensurePrestart");
    }

    private static void wake(Object queue, List<Thread> workers) {
        ReentrantLock lock = lock(queue);
        lock.lock();
        try {
            if ((Integer) Access.getField(queue, queue.getClass(), "size") == 0) {
                return;
            }
            ((Condition) Takers.condition(queue)).signal();
        } finally {
            lock.unlock();
        }
        long end = System.nanoTime() + PATIENCE; // one whose task is due already does not wait again
        while (!ordered(queue, lock, workers) && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    /** Brings those that wait into their order, as the one that was woken is the last now; false if some do not wait. */
    private static boolean ordered(Object queue, ReentrantLock lock, List<Thread> workers) {
        lock.lock();
        try {
            return Takers.order(queue, workers);
        } finally {
            lock.unlock();
        }
    }

    /** How the graph treats them. */
    public static final class AsKind extends Kind {
        /** A task that waits in no queue has no time that matters. */
        @Override
        public String[] capturePart(Object o, GraphWriter graph) {
            boolean waits = !isTimers(o) || (Integer) Access.getField(o, Access.jdk(TIMER_TASK), "state") == SCHEDULED;
            return waits ? NONE : null;
        }
    }
}
