package jcp.runtime.threads;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import jcp.runtime.graph.GraphReader;
import jcp.runtime.graph.GraphWriter;
import jcp.runtime.graph.Kind;
import jcp.runtime.graph.Parts;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.LiveFrames;

/**
 * Tasks of the common pool that wait for their time, from JDK 25 on: time-outs and delayed stages of {@code CompletableFuture}. The pool's thread
 * for them keeps them in a local of its loop alone. So the snapshot gives it a task that is due at once: this one runs on that thread, reads the local
 * ({@link LiveFrames}), and stays until the snapshot is taken. Meanwhile no other task begins. In the replay such a task
 * holds the thread back until main goes on; then each task has as long to wait as was left.
 *
 * <p>Invariant: no task of the program is run, moved or lost. Left out: pools of the program's own, and chains below main where the thread lived when their root was entered.
 */
public final class DelayedTasks {
    private static final String SCHEDULER = IdleWorkers.DELAYS;
    private static final String TASK = SCHEDULER + "$ScheduledForkJoinTask";
    static final String PART = "delayed task";
    private static final String WHEN = "when";
    private static final String INDEX = "heapIndex";
    private static final String NEXT = "nextPending";
    /** Nanoseconds that the thread is given to come. */
    private static final long PATIENCE = 1_000_000_000L;

    /** What holds the thread now; null if nothing does. */
    private static Hold hold;
    /** In the replay: the tasks that are to wait, and how long each has to. */
    private static final List<Object> ENTERED = new ArrayList<>();
    private static long[] left;

    private DelayedTasks() {}

    /** Runs on the thread of delayed tasks. */
    private static final class Hold implements Runnable {
        private Object[] waiting;
        private boolean came;
        private boolean released;

        @Override
        public synchronized void run() {
            waiting = (Object[]) LiveFrames.local(SCHEDULER, "loop", Access.jdk(TASK).arrayType(), Thread.class);
            came = true;
            notifyAll();
            while (!released) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    continue; // the thread's loop would forget it, too
                }
            }
        }

        /** Whether it has come in time. */
        private synchronized boolean await() {
            long end = System.nanoTime() + PATIENCE;
            while (!came && System.nanoTime() < end) {
                try {
                    wait(1);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return false;
                }
            }
            return came && waiting != null;
        }

        private synchronized void release() {
            released = true;
            notifyAll();
        }
    }

    private static ForkJoinPool pool() {
        return ForkJoinPool.commonPool();
    }

    /** At the snapshot: holds the thread, if it is the common pool's and tasks wait; else it stays as it is. */
    static boolean hold(Thread t) {
        boolean waits = Access.getField(pool(), ForkJoinPool.class, "delayScheduler") == t
            && (Long) Access.call(pool(), ForkJoinPool.class, "getDelayedTaskCount") != 0;
        return waits && hold();
    }

    /** {@code LiveFrames} is used here first, on main, whose hashes are put back. */
    private static boolean hold() {
        LiveFrames.local(SCHEDULER, "loop", Thread.class, Thread.class);
        Hold next = new Hold();
        try {
            Class<?> type = Access.jdk(TASK);
            Object task = Access.U.allocateInstance(type);
            Access.setField(task, type, WHEN, Long.MIN_VALUE);
            Access.setField(task, type, INDEX, -1);
            Access.setField(task, type, "isImmediate", true);
            Access.setField(task, type, "runnable", next);
            Access.call(pool(), ForkJoinPool.class, "scheduleDelayedTask", task);
        } catch (InstantiationException e) {
            throw new IllegalStateException(e);
        }
        if (!next.await()) {
            next.release();
            return false;
        }
        hold = next;
        return true;
    }

    /** The tasks that wait, while the thread is held, or are to; one that is cancelled does not. */
    static List<Object> waiting() {
        List<Object> found = new ArrayList<>();
        for (Object task : hold.waiting) {
            if (task != null && left(task) != null) {
                found.add(task);
            }
        }
        Object scheduler = Access.getField(pool(), ForkJoinPool.class, "delayScheduler");
        for (Object task = Access.getField(scheduler, Access.jdk(SCHEDULER), "pending"); task != null; task = Access.getField(task, Access.jdk(TASK), NEXT)) {
            if (left(task) != null) {
                found.add(task);
            }
        }
        return found;
    }

    /** How long it has to wait; null if it is done, or was cancelled. */
    private static String left(Object task) {
        Class<?> type = Access.jdk(TASK);
        boolean waits = Access.getField(task, type, "pool") == pool() && !((Future<?>) task).isDone();
        return waits ? Long.toString((Long) Access.getField(task, type, WHEN) - now()) : null;
    }

    private static long now() {
        return (Long) Access.call(null, Access.jdk(SCHEDULER), "now");
    }

    /** Behind the snapshot. */
    static void release() {
        if (hold != null) {
            hold.release();
            hold = null;
        }
    }

    /** In the replay: the thread gets the restored tasks, and is held until {@link #goOn}. */
    static void enter(GraphReader graph) {
        List<Parts.Part> parts = graph.parts.of(PART);
        left = new long[parts.size()];
        if (!hold()) {
            throw new IllegalStateException("the thread for delayed tasks did not begin in time; start the replay again");
        }
        for (Parts.Part each : parts) {
            Object task = graph.object(each.object);
            left[ENTERED.size()] = Long.parseLong(each.text[0]);
            ENTERED.add(task);
            Access.setField(task, Access.jdk(TASK), INDEX, -1);
            Access.setField(task, Access.jdk(TASK), NEXT, null);
            Access.call(pool(), ForkJoinPool.class, "scheduleDelayedTask", task);
        }
    }

    /** Main goes on. */
    static void goOn() {
        for (int i = 0; i < ENTERED.size(); i++) {
            Access.setField(ENTERED.get(i), Access.jdk(TASK), WHEN, now() + Math.max(left[i], 0));
        }
        ENTERED.clear();
        release();
    }

    /** How the graph treats them. */
    public static final class AsKind extends Kind {
        /** A task that does not wait has no time that matters. */
        @Override
        public String[] capturePart(Object o, GraphWriter graph) {
            String left = left(o);
            return left == null ? null : new String[] {left};
        }
    }
}
