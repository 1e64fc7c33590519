package jcp.runtime.threads;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.ClassFields;
import jcp.runtime.program.Surroundings;
import jcp.runtime.program.Threads;
import jcp.runtime.report.Problem;

/**
 * Idle workers that a factory of the program made for a {@code ForkJoinPool}, or that are of a class of its own. To ask the factory again would run code
 * of the program twice, so the threads themselves are restored and started by {@link PoolWorkers}, as {@link LoneThreads} are. The pool makes each of
 * them as it makes any worker, but gets the restored thread in place of the factory's. They are started in the order of the pool's list of those that
 * wait, the one that is woken last first, and after those that run tasks ({@link ForkJoinWork}), whose tasks they would take else.
 *
 * <p>Invariants: all workers of such a pool are idle or held in tasks, or none is started here. The copy of the pool counts no worker before ({@link ForkJoinPools}).
 *
 * <p>Left out: classes that override {@code onStart}, which would run again; workers that lose their thread-local values between tasks; pools
 * with a worker that lived when a root below main was entered.
 */
final class ForkJoinIdle {
    private static final int INDEX = 0xffff;
    /** In {@code ctl}: one worker more, one active worker more, and the list of those that wait. */
    private static final long WORKER = 1L << 32;
    private static final long ACTIVE = 1L << 48;
    private static final long WORKERS = 0xffffL << 32;
    private static final long ACTIVES = 0xffffL << 48;
    private static final long LIST = 0xffffffffL;

    private ForkJoinIdle() {}

    /** Whether it is a worker of which no other one takes the place. */
    static boolean isWorker(Thread t) {
        return t instanceof ForkJoinWorkerThread && !IdleWorkers.isCarrier(t) && ForkJoinPools.pool(t) == null
            && ((ForkJoinWorkerThread) t).getPool() != ForkJoinPool.commonPool();
    }

    /** Adds those that wait; returns whether some do not yet. */
    static boolean find(List<Thread> threads, List<Thread> found) {
        List<ForkJoinPool> seen = new ArrayList<>();
        boolean working = false;
        for (Thread t : threads) {
            ForkJoinPool pool = isWorker(t) ? ((ForkJoinWorkerThread) t).getPool() : null;
            if (pool == null || PoolWorkers.indexOf(seen, pool) >= 0) {
                continue;
            }
            seen.add(pool);
            List<Thread> workers = startable(pool) ? idle(pool) : List.of();
            if (workers == null) {
                working = true;
            } else {
                found.addAll(workers);
            }
        }
        return working;
    }

    private static boolean startable(ForkJoinPool pool) {
        for (Object queue : ForkJoinPools.queues(pool)) {
            Thread t = ForkJoinPools.owner(queue);
            if (t != null && (Surroundings.livedAtEntry(t) || beginsWithCode(t) || ForkJoinWork.forgets(queue, pool))) {
                return false;
            }
        }
        return !ForkJoinPools.delays(pool);
    }

    /** Whether its class has methods that run before its first task. */
    static boolean beginsWithCode(Thread t) {
        for (Class<?> c = t.getClass(); c != ForkJoinWorkerThread.class; c = c.getSuperclass()) {
            if (!Access.isJdk(c) && (declares(c, "onStart") || declares(c, "run") || declares(c, "start"))) {
                return true;
            }
        }
        return false;
    }

    private static boolean declares(Class<?> c, String name) {
        Integer flags = ClassFields.method(c, name, "()V");
        return flags != null && flags >= 0;
    }

    /** Why such a worker is not started again; null if it may be, or is none. */
    static Problem problem(Thread t) {
        if (!isWorker(t) || !beginsWithCode(t)) {
            return null;
        }
        return new Problem(t.getClass().getName(), "a worker of a fork-join pool whose class has an onStart, run or start of its own, which would run again: "
            + Threads.describe(t), "have the thread's factory or constructor do what onStart does, or shut the pool down before the checkpoint");
    }

    /** The pool's workers but for those that are held, the one that is woken last first; null if not all wait. */
    private static List<Thread> idle(ForkJoinPool pool) {
        if (pool.isShutdown() || !ForkJoinPools.rests(pool)) {
            return null;
        }
        List<Thread> listed = new ArrayList<>();
        Object[] queues = ForkJoinPools.queues(pool);
        int next = (int) ForkJoinPools.control(pool);
        while (next != 0 && queues.length > 0) {
            Object queue = queues[next & INDEX & queues.length - 1];
            Thread t = ForkJoinPools.owner(queue);
            if (t == null || !waits(t) || WaitingThreads.isHeld(t) || PoolWorkers.indexOf(listed, t) >= 0) {
                return null;
            }
            listed.add(0, t);
            next = (Integer) Access.getField(queue, queue.getClass(), "stackPred");
        }
        return listed.size() + ForkJoinPools.held(pool) == ForkJoinPools.workers(pool) ? listed : null;
    }

    static boolean waits(Thread t) {
        return IdleWorkers.waits(t, t.getStackTrace()) && t.isAlive();
    }

    /** Whether the thread, which was found, and its fellows have done nothing since. */
    static boolean undisturbed(Thread t) {
        List<Thread> workers = idle(((ForkJoinWorkerThread) t).getPool());
        return workers != null && PoolWorkers.indexOf(workers, t) >= 0;
    }

    /** Has the thread's pool make a worker, which is this one. */
    static void begin(Thread t) {
        ForkJoinPool pool = ((ForkJoinWorkerThread) t).getPool();
        ForkJoinWork handing = new ForkJoinWork(List.of(t));
        long c = ForkJoinPools.control(pool);
        Access.setField(pool, ForkJoinPool.class, "ctl", c & LIST | c + WORKER & WORKERS | c + ACTIVE & ACTIVES);
        Access.call(pool, ForkJoinPool.class, "createWorker");
        handing.end();
    }
}
