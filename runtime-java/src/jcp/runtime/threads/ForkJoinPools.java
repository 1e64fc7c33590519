package jcp.runtime.threads;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import jcp.runtime.graph.GraphReader;
import jcp.runtime.graph.GraphWriter;
import jcp.runtime.graph.Kind;
import jcp.runtime.jvm.Access;

/**
 * The program's own {@code ForkJoinPool}s while they have nothing to do but what {@link ForkJoinWork} has them do again, or have ended. Workers of
 * the program's making are started again ({@link ForkJoinIdle}). Other workers of a pool hold nothing of the program ({@link IdleWorkers} has seen to it), and it starts others when there is work. So the copy is a pool that has no worker yet:
 * what it counts of workers goes back by those that waited, so that the next ones get the names that the captured run's have.
 *
 * <p>Invariants: the fields read and set are those of JDK 17 to 25. {@code ctl} has the number of workers, beyond that of a
 * pool without any, in bits 32 to 47, of active ones in bits 48 to 63, and in its lower half the list of those that wait.
 *
 * <p>Left out: tasks that wait for their time (JDK 25) in other pools than the common one; pools whose workers lived when a root below main was entered.
 */
public final class ForkJoinPools {
    private ForkJoinPools() {}

    private static final int WORKERS = 32;
    private static final long MASK = 0xffffL << WORKERS;

    /** The pool that it works for; null if it is no worker, or one that a factory of the program made. */
    static ForkJoinPool pool(Thread t) {
        boolean worker = t instanceof ForkJoinWorkerThread && Access.isJdk(t.getClass());
        ForkJoinPool pool = worker ? ((ForkJoinWorkerThread) t).getPool() : null;
        return pool != null && Access.isJdk(pool.getFactory().getClass()) ? pool : null;
    }

    /** Whether the pool has ended, or may be copied without its workers; whether these wait is asked of {@link IdleWorkers}. */
    static boolean isPlain(ForkJoinPool pool) {
        if (pool.isTerminated()) {
            return true;
        }
        boolean rests = !pool.isShutdown() && rests(pool) && !delays(pool);
        return rests && (Access.isJdk(pool.getFactory().getClass()) || come(pool));
    }

    /** Whether each of its workers is started again ({@link ForkJoinIdle}), or runs its task again. */
    private static boolean come(ForkJoinPool pool) {
        for (Object queue : queues(pool)) {
            Thread t = owner(queue);
            boolean comes = t == null || PoolWorkers.isIdle(t) || WaitingThreads.isHeld(t) && !ForkJoinIdle.beginsWithCode(t);
            if (!comes) {
                return false;
            }
        }
        return true;
    }

    static long control(ForkJoinPool pool) {
        return (Long) Access.getField(pool, ForkJoinPool.class, "ctl");
    }

    static boolean delays(ForkJoinPool pool) {
        return Access.hasField(ForkJoinPool.class, "delayScheduler") && Access.getField(pool, ForkJoinPool.class, "delayScheduler") != null;
    }

    /** Whether nothing is to be done but by workers that are held, which have forked nothing; what waits for a worker finds no other one. */
    static boolean rests(ForkJoinPool pool) {
        int held = held(pool);
        if (held == 0) {
            return pool.isQuiescent() && !pool.hasQueuedSubmissions();
        }
        return pool.getQueuedTaskCount() == 0 && (held == workers(pool) || !pool.hasQueuedSubmissions());
    }

    /** How many of its workers are held. */
    static int held(ForkJoinPool pool) {
        int count = 0;
        for (Object queue : queues(pool)) {
            Thread owner = owner(queue);
            count += owner != null && WaitingThreads.isHeld(owner) ? 1 : 0;
        }
        return count;
    }

    static Object[] queues(ForkJoinPool pool) {
        Object[] queues = (Object[]) Access.getField(pool, ForkJoinPool.class, "queues");
        return queues == null ? new Object[0] : queues;
    }

    /** The worker whose queue it is; null if it is none, or one of tasks that come from outside. */
    static Thread owner(Object queue) {
        return queue == null ? null : (Thread) Access.getField(queue, queue.getClass(), "owner");
    }

    static int workers(ForkJoinPool pool) {
        int count = 0;
        for (Object queue : queues(pool)) {
            count += owner(queue) == null ? 0 : 1;
        }
        return count;
    }

    /** The tasks that have come from outside and wait for a worker. */
    static List<Object> queued(ForkJoinPool pool) {
        List<Object> found = new ArrayList<>();
        for (Object queue : queues(pool)) {
            if (queue == null || owner(queue) != null) {
                continue;
            }
            Object[] tasks = (Object[]) Access.getField(queue, queue.getClass(), "array");
            int top = (Integer) Access.getField(queue, queue.getClass(), "top");
            for (int i = (Integer) Access.getField(queue, queue.getClass(), "base"); tasks != null && i != top; i++) {
                Object task = tasks[i & tasks.length - 1];
                if (task != null) {
                    found.add(task);
                }
            }
        }
        return found;
    }

    /** The number of queues, and what the fresh pool counts: workers, names, stolen tasks. */
    static String[] capture(ForkJoinPool pool) {
        int workers = workers(pool);
        long ctl = control(pool);
        long active = held(pool) > 0 ? none(pool) : ctl;
        long rest = active & ~MASK & ~0xffffffffL | ctl - ((long) workers << WORKERS) & MASK;
        long names = ((Number) Access.getField(pool, ForkJoinPool.class, "threadIds")).longValue() - workers;
        return new String[] {Integer.toString(queues(pool).length), Long.toString(rest), Long.toString(names),
            Long.toString(pool.getStealCount())};
    }

    /** What a pool without active workers counts of them: up to JDK 18 those that it lacks. */
    private static long none(ForkJoinPool pool) {
        boolean lacks = Access.hasField(ForkJoinPool.class, "mode");
        return lacks ? (long) -((Integer) Access.getField(pool, ForkJoinPool.class, "mode") & 0xffff) << WORKERS + 16 : 0;
    }

    static void restore(ForkJoinPool pool, String[] leaf) {
        Class<?> queue = Access.field(ForkJoinPool.class, "queues").type().getComponentType();
        Access.setField(pool, ForkJoinPool.class, "queues", java.lang.reflect.Array.newInstance(queue, Integer.parseInt(leaf[0])));
        Access.setField(pool, ForkJoinPool.class, "ctl", Long.parseLong(leaf[1]));
        long names = Long.parseLong(leaf[2]);
        boolean narrow = Access.field(ForkJoinPool.class, "threadIds").descriptor.equals("I");
        Access.setField(pool, ForkJoinPool.class, "threadIds", narrow ? (Object) (int) names : (Object) names);
        Access.setField(pool, ForkJoinPool.class, "stealCount", Long.parseLong(leaf[3]));
    }

    /** How the graph treats them. */
    public static final class AsKind extends Kind {
        @Override
        public String[] skippedFields() {
            return new String[] {
                "java.util.concurrent.ForkJoinPool.queues", "java.util.concurrent.ForkJoinPool.ctl"};
        }

        @Override
        public boolean admits(Object o) {
            return isPlain((ForkJoinPool) o);
        }

        @Override
        public String[] capturePart(Object o, GraphWriter graph) {
            return ForkJoinPools.capture((ForkJoinPool) o);
        }

        @Override
        public void restorePart(Object o, String[] part, GraphReader graph) {
            ForkJoinPools.restore((ForkJoinPool) o, part);
        }
    }
}
