package jcp.runtime.threads;

import java.util.List;
import jcp.runtime.graph.GraphReader;
import jcp.runtime.graph.Kind;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.CleanerEntries;

/**
 * {@code java.util.Timer}s without tasks: their threads wait for one, with nothing but the JDK's code on their stack, and keep nothing
 * from one task to the next ({@code TimerThread.mainLoop}). So such a thread, started anew with the same fields, comes to wait at the same place;
 * {@link PoolWorkers} starts it. A timer that was cancelled is copied like other objects. What ends the thread of a timer that nothing
 * holds any more is registered anew.
 *
 * <p>Left out: timers with tasks, which wait for a time of the clock.
 */
public final class Timers {
    private Timers() {}

    private static final String THREAD = "java.util.TimerThread";

    private static final String NAME = "java.util.Timer";

    static boolean isThread(Thread t) {
        return t.getClass().getName().equals(THREAD);
    }

    private static Object queue(Thread t) {
        return Access.getField(t, t.getClass(), "queue");
    }

    /** Whether the timer's thread waits, for nothing but a first task. */
    static boolean waits(Thread t) {
        Object queue = queue(t);
        synchronized (queue) {
            boolean open = (Boolean) Access.getField(t, t.getClass(), "newTasksMayBeScheduled");
            if (!open || (Integer) Access.getField(queue, queue.getClass(), "size") != 0) {
                return false;
            }
        }
        for (StackTraceElement e : t.getStackTrace()) {
            if (!"java.base".equals(e.getModuleName())) {
                return false;
            }
        }
        return t.getState() == Thread.State.WAITING;
    }

    /** Whether the timer may be copied. */
    static boolean isPlain(Object timer) {
        Thread t = (Thread) Access.getField(timer, Access.jdk(NAME), "thread");
        return t.getState() == Thread.State.TERMINATED || PoolWorkers.isIdle(t);
    }

    static void restore(Object timer) {
        Thread t = (Thread) Access.getField(timer, Access.jdk(NAME), "thread");
        Access.setField(timer, Access.jdk(NAME), "cleanup", CleanerEntries.register(timer, new Reaper(t, queue(t))));
    }

    /** As the timer's own. It does not hold the timer. */
    private static final class Reaper implements Runnable {
        private final Thread thread;
        private final Object queue;

        Reaper(Thread thread, Object queue) {
            this.thread = thread;
            this.queue = queue;
        }

        @Override
        public void run() {
            synchronized (queue) {
                Access.setField(thread, thread.getClass(), "newTasksMayBeScheduled", false);
                queue.notify();
            }
        }
    }

    /** Adds the threads of timers that wait; returns whether some do not yet, but will. */
    static boolean find(List<Thread> threads, List<Thread> found) {
        boolean working = false;
        for (Thread t : threads) {
            if (isThread(t) && waits(t)) {
                found.add(t);
            } else {
                working |= isThread(t) && t.isAlive() && t.getState() == Thread.State.RUNNABLE;
            }
        }
        return working;
    }

    /** How the graph treats them. */
    public static final class AsKind extends Kind {
        @Override
        public String[] skippedFields() {
            return new String[] {
                "java.util.Timer.cleanup"};
        }

        @Override
        public boolean admits(Object o) {
            return isPlain(o);
        }

        @Override
        public void restorePart(Object o, String[] part, GraphReader graph) {
            Timers.restore(o);
        }
    }
}
