package jcp.runtime.threads;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ForkJoinWorkerThread;
import jcp.runtime.jvm.Access;

/**
 * Workers of {@code ForkJoinPool}s that run a task at the checkpoint ({@link RestoredThreads}). The copy of such a pool has no worker yet, and
 * the common pool of a fresh JVM has none. The tasks are given to it again one after another, and when it makes a worker it gets a
 * restored thread, the next one to come back. So the pool counts its workers itself, and makes others in the place of those that block, as it
 * did in the captured run. If another worker takes a task than the one that ran it, the replay ends, as the thread does not come to its place.
 *
 * <p>If a factory of the program makes the pool's workers, the pool may not ask it for one in the place of a worker that blocks again: those that it made
 * are there ({@link ForkJoinIdle}). So each worker is made while the pool takes itself to have workers enough, and then the pool counts it
 * among its workers, and among those that work unless it blocks in a way that the pool is told of.
 *
 * <p>Left out: what a worker's task has forked; pools that were shut down; the order among tasks that came from different threads.
 */
final class ForkJoinWork {
    private static final String FACTORY = "factory";
    private static final String NAMES = "threadIds";
    /** Of a worker's configuration, in later JDKs. */
    private static final String FORGETS = "CLEAR_TLS";

    private final List<ForkJoinPool> pools = new ArrayList<>();
    private final List<Handing> handing = new ArrayList<>();

    /** Gives a pool its restored threads. */
    private static final class Handing implements ForkJoinPool.ForkJoinWorkerThreadFactory {
        final ForkJoinPool.ForkJoinWorkerThreadFactory own;
        final List<ForkJoinWorkerThread> threads = new ArrayList<>();

        Handing(ForkJoinPool pool) {
            own = pool.getFactory();
        }

        @Override
        public synchronized ForkJoinWorkerThread newThread(ForkJoinPool pool) {
            return threads.isEmpty() ? own.newThread(pool) : ready(threads.remove(0), pool);
        }
    }

    static boolean isWorker(Thread t) {
        return t instanceof ForkJoinWorkerThread;
    }

    /** Before any of these threads is started. */
    ForkJoinWork(List<Thread> threads) {
        for (Thread t : threads) {
            if (!isWorker(t)) {
                continue;
            }
            ForkJoinPool pool = ((ForkJoinWorkerThread) t).getPool();
            int at = PoolWorkers.indexOf(pools, pool);
            if (at < 0) {
                at = pools.size();
                pools.add(pool);
                handing.add(new Handing(pool));
                Access.setField(pool, ForkJoinPool.class, FACTORY, handing.get(at));
            }
            handing.get(at).threads.add((ForkJoinWorkerThread) t);
        }
    }

    /** Gives the thread's pool a task that waits for a worker. */
    static void submit(Thread t, Object task) {
        ((ForkJoinWorkerThread) t).getPool().execute((ForkJoinTask<?>) task);
    }

    /** Has the thread's pool run the task. Returns what the pool counted before, for {@link #count}. */
    static long start(Thread t, Object task) {
        ForkJoinPool pool = ((ForkJoinWorkerThread) t).getPool();
        long before = ForkJoinPools.control(pool);
        boolean asks = ForkJoinPools.pool(t) == null; // the program's factory
        if (asks) {
            set(pool, ENOUGH, ENOUGH);
        }
        submit(t, task);
        if (asks) {
            Access.call(pool, ForkJoinPool.class, "createWorker");
        }
        return before;
    }

    /** When the thread is where it was. */
    static void count(Thread t, long before) {
        ForkJoinPool pool = ((ForkJoinWorkerThread) t).getPool();
        if (ForkJoinPools.pool(t) == null) {
            long blocked = ENOUGH - (short) (ForkJoinPools.control(pool) >> ACTIVE); // 1 if the pool was told, else 0
            set(pool, (before >> ACTIVE) + 1 - blocked, (before >> ALL) + 1);
        }
    }

    private static final int ACTIVE = 48;
    private static final int ALL = 32;
    private static final long SHORT = 0xffff;
    /** So many workers are more than any pool is to have; up to JDK 18 a pool counts those that it has too many. */
    private static final long ENOUGH = 0x4000;

    /** A pool without idle workers. */
    private static void set(ForkJoinPool pool, long active, long all) {
        Access.setField(pool, ForkJoinPool.class, "ctl", (active & SHORT) << ACTIVE | (all & SHORT) << ALL);
    }

    /** When all are there. */
    void end() {
        for (int i = 0; i < pools.size(); i++) {
            Access.setField(pools.get(i), ForkJoinPool.class, FACTORY, handing.get(i).own);
        }
    }

    /** The thread as one that the pool has made just now, but for its name. */
    private static ForkJoinWorkerThread ready(ForkJoinWorkerThread t, ForkJoinPool pool) {
        try {
            Object names = Access.getField(pool, ForkJoinPool.class, NAMES);
            Access.setField(pool, ForkJoinPool.class, NAMES, names instanceof Long ? (Object) ((Long) names + 1) : (Object) ((Integer) names + 1));
            Access.setField(t, ForkJoinWorkerThread.class, "workQueue", queue(t, pool));
            PoolWorkers.ready(t);
            return t;
        } catch (InstantiationException e) {
            throw new IllegalStateException("a worker of a fork-join pool cannot be made again: " + e, e);
        }
    }

    /** As its constructor makes it. */
    private static Object queue(ForkJoinWorkerThread t, ForkJoinPool pool) throws InstantiationException {
        Class<?> type = Access.field(ForkJoinPool.class, "queues").type().getComponentType();
        Object queue = Access.U.allocateInstance(type);
        Access.setField(queue, type, "owner", t);
        Access.setField(queue, type, "array", new ForkJoinTask<?>[(Integer) Access.getField(null, ForkJoinPool.class, "INITIAL_QUEUE_CAPACITY")]);
        boolean isLater = Access.hasField(ForkJoinPool.class, FORGETS);
        int config = isLater ? ((Number) Access.getField(pool, ForkJoinPool.class, "config")).intValue() : 0;
        boolean forgets = t.getClass() != ForkJoinWorkerThread.class && Access.isJdk(t.getClass()); // thread-local values, between tasks
        int flag = forgets ? (Integer) Access.getField(null, ForkJoinPool.class, isLater ? FORGETS : "INNOCUOUS") : 0;
        Access.setField(queue, type, "config", config | flag);
        return queue;
    }

    /** Whether the worker whose queue it is loses its thread-local values between tasks. */
    static boolean forgets(Object queue, ForkJoinPool pool) {
        String flag = Access.hasField(ForkJoinPool.class, FORGETS) ? FORGETS : "INNOCUOUS";
        return ((Integer) Access.getField(queue, queue.getClass(), "config") & (Integer) Access.getField(null, ForkJoinPool.class, flag)) != 0;
    }
}
