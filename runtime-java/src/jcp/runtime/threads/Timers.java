package jcp.runtime.threads;

import java.util.List;
import jcp.runtime.graph.GraphReader;
import jcp.runtime.graph.Kind;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.CleanerEntries;

/**
 * {@code java.util.Timer}s: their threads wait for a task, or for the time of one ({@link TimedTasks}), with nothing but the JDK's code on their stack, and keep nothing
 * from one task to the next ({@code TimerThread.mainLoop}). So such a thread, started anew with the same fields, comes to wait at the same place;
 * {@link PoolWorkers} starts it. A timer that was cancelled is copied like other objects. What ends the thread of a timer that nothing
 * holds any more is registered anew.
 *
 * <p>No task begins while a snapshot is taken, as the main thread holds the monitors of the timers' queues ({@link LoneThreads}).
 */
public final class Timers {
    private Timers() {}

    private static final String THREAD = "java.util.TimerThread";

    private static final String NAME = "java.util.Timer";

    static boolean isThread(Thread t) {
        return t.getClass().getName().equals(THREAD);
    }

    static Object queue(Thread t) {
        return Access.getField(t, t.getClass(), "queue");
    }

    /** Whether the timer's thread waits; for the monitor of its queue, too, since it keeps nothing where it asks for that. */
    static boolean waits(Thread t) {
        Object queue = queue(t);
        synchronized (queue) {
            boolean empty = (Integer) Access.getField(queue, queue.getClass(), "size") == 0;
            if (empty && !(Boolean) Access.getField(t, t.getClass(), "newTasksMayBeScheduled")) {
                return false;
            }
            StackTraceElement[] stack = t.getStackTrace();
            for (StackTraceElement e : stack) {
                if (!e.getClassName().equals(THREAD) && !e.getClassName().equals("java.lang.Object")) {
                    return false;
                }
            }
            Thread.State state = t.getState();
            return stack.length > 0 && (state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING || state == Thread.State.BLOCKED);
        }
    }

    /** Has the thread look at its tasks again. */
    static void wake(Thread t) {
        Object queue = queue(t);
        synchronized (queue) {
            queue.notify();
        }
    }

    /** Whether the timer may be copied. */
    static boolean isPlain(Object timer) {
        Thread t = (Thread) Access.getField(timer, Access.jdk(NAME), "thread");
        return t.getState() == Thread.State.TERMINATED || PoolWorkers.isIdle(t) || WaitingThreads.isHeld(t);
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
            if (!isThread(t) || WaitingThreads.isHeld(t)) {
                continue;
            }
            if (waits(t)) {
                found.add(t);
            } else {
                working |= t.isAlive(); // its state may be another one by now
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
