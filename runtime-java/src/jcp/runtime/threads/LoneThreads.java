package jcp.runtime.threads;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinWorkerThread;
import jcp.runtime.frames.Workers;
import jcp.runtime.jvm.Access;
import jcp.runtime.report.Problem;

/**
 * Threads that wait with nothing but the JDK's code on their stacks, and belong to no {@code ThreadPoolExecutor}: those of {@link Cleaners}, {@link Timers},
 * {@link HttpServers}, {@link HttpClients} and {@link ForkJoinIdle}. Each keeps nothing where it waits, so {@link PoolWorkers} starts it again. None goes on while a snapshot is taken,
 * as the main thread holds monitors that it would need, or the snapshot is refused.
 */
public final class LoneThreads {
    private static final String DISPATCHER = "sun.net.httpserver.ServerImpl$Dispatcher";
    /** Nanoseconds. */
    private static final long PATIENCE = 100_000_000L;

    private LoneThreads() {}

    /** What is done while none of them goes on. */
    public interface Work {
        void run() throws IOException;
    }

    /** Here, as {@link HttpServers} is loaded only where there is one. */
    private static boolean isServer(Thread t) {
        Object target = Workers.target(t);
        return target != null && target.getClass().getName().equals(DISPATCHER) && Access.isJdk(target.getClass());
    }

    /** Here, as {@link HttpClients} is loaded only where there is one. */
    private static boolean isClient(Thread t) {
        return t.getClass().getName().equals(HttpClients.THREAD) && Access.isJdk(t.getClass());
    }

    /** Whether it waits in a selector, and may look there whether to go on. */
    private static boolean selects(Thread t) {
        return isServer(t) || isClient(t);
    }

    private static void wake(Thread t) {
        if (isClient(t)) {
            HttpClients.wake(t);
        }
    }

    /** Of the threads found: whether it is a worker of a fork-join pool. Here, as {@link ForkJoinIdle} is loaded only where there is one. */
    static boolean isForked(Thread t) {
        return t instanceof ForkJoinWorkerThread;
    }

    /** Why the thread, which was not found, is not started again; null if nothing is known. */
    public static Problem problem(Thread t) {
        return isForked(t) ? ForkJoinIdle.problem(t) : null;
    }

    private static boolean findForked(List<Thread> threads, List<Thread> found) {
        for (Thread t : threads) {
            if (isForked(t)) {
                return ForkJoinIdle.find(threads, found);
            }
        }
        return false;
    }

    /** Adds those that wait; returns whether some do not yet, but will. */
    static boolean find(List<Thread> threads, List<Thread> found) {
        boolean working = Cleaners.find(threads, found) | Timers.find(threads, found) | findForked(threads, found);
        for (Thread t : threads) {
            if (selects(t) && t.isAlive()) {
                if (waits(t)) {
                    found.add(t);
                } else {
                    wake(t);
                    working = true;
                }
            }
        }
        return working;
    }

    /** Whether the thread, which is one of these, waits. */
    static boolean waits(Thread t) {
        return isForked(t) ? ForkJoinIdle.waits(t) : Timers.isThread(t) ? Timers.waits(t) : isServer(t) ? HttpServers.waits(t) : isClient(t) ? HttpClients.waits(t) : Cleaners.waits(t);
    }

    /** In the replay: whether the thread waits as it did. */
    static boolean isBack(Thread t) {
        return isClient(t) ? HttpClients.isBack(t) : waits(t);
    }

    /** In the replay: whether it has ended already, as one does whose client nobody holds any more. */
    static boolean hasEnded(Thread t) {
        return isClient(t) && !t.isAlive();
    }

    /** Whether the thread, which was found, waits and has done nothing since. A server's or a client's may be about to: it is given a moment. */
    static boolean undisturbed(Thread t) {
        if (isForked(t)) {
            return ForkJoinIdle.undisturbed(t);
        }
        if (!selects(t)) {
            return Timers.isThread(t) ? Timers.waits(t) : Cleaners.undisturbed(t);
        }
        long end = System.nanoTime() + PATIENCE;
        while (!waits(t)) {
            if (System.nanoTime() > end) {
                return false;
            }
            PoolWorkers.pause();
        }
        return true;
    }

    /** Of a state that is compared: a problem if it has a thread that goes on by itself from time to time, which changes its lists and its selector. */
    public static void check(List<Problem> problems) {
        for (Thread t : PoolWorkers.found()) {
            if (isClient(t)) {
                problems.add(new Problem(t.getClass().getName(), "the thread of an HTTP client of the JDK looks every few seconds whether it is needed: \"" + t.getName() + "\"", ""));
                return;
            }
        }
    }

    /** Does the work while this thread holds the monitors of those found. Waits for a moment for those that have gone on meanwhile. */
    public static void hold(Work work) throws IOException {
        List<Thread> found = new ArrayList<>();
        List<Object> monitors = new ArrayList<>();
        for (Thread t : PoolWorkers.found()) {
            boolean isServer = isServer(t);
            if (isServer || Timers.isThread(t)) {
                found.add(t);
                for (int i = 0; monitor(t, isServer, i) != null; i++) {
                    monitors.add(monitor(t, isServer, i));
                }
            }
        }
        long end = System.nanoTime() + PATIENCE;
        while (!held(found, monitors, 0, work, System.nanoTime() > end)) {
            PoolWorkers.pause();
        }
    }

    private static Object monitor(Thread t, boolean isServer, int number) {
        return isServer ? HttpServers.monitor(t, number) : number == 0 ? Timers.queue(t) : null;
    }

    /** From this monitor on; false if a thread has gone on. {@code last}: the work is done all the same, as {@link PoolWorkers#check} will tell. */
    private static boolean held(List<Thread> found, List<Object> monitors, int from, Work work, boolean last) throws IOException {
        if (from < monitors.size()) {
            synchronized (monitors.get(from)) {
                return held(found, monitors, from + 1, work, last);
            }
        }
        for (Thread t : found) {
            if (!waits(t) && !last) {
                return false;
            }
        }
        work.run();
        return true;
    }
}
