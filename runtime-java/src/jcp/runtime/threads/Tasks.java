package jcp.runtime.threads;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import jcp.runtime.frames.Workers;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.Synchronizer;

/**
 * Has a restored thread begin with the task that it was running ({@link RestoredThreads}): a pool's worker as if it was new and had it as its
 * first one, a timer's thread as if it was due, alone in a queue of its own; a fork-join pool is given the task ({@link ForkJoinWork}). From the
 * task's call on the JDK's frames below are real, and do behind the task what they did. A task that was cancelled meanwhile, or whose pool was
 * shut down, is made to look as before until it has begun.
 *
 * <p>Left out: tasks of a stopped pool of timed tasks, which it would not begin.
 */
final class Tasks {
    private static final String TIMER_TASK = "java.util.TimerTask";
    private static final String QUEUE = "java.util.TaskQueue";
    /** Of a pool's state, with its count of workers: it was stopped. */
    private static final int STOPPED = 1 << 29;
    /** Of a task of a timer that waits for its time. */
    private static final int SCHEDULED = 1;

    /** Of a stage: the future that it completes. */
    private static final String FUTURE = "dep";
    /** Of the status of a task of a fork-join pool: what is not about its end. */
    private static final int MARKS = 0x0100ffff;

    private final List<Changed> changed = new ArrayList<>();

    /** A field that is something else until the task has begun. */
    private static final class Changed {
        final Object owner;
        final Class<?> in;
        final String field;
        final Object was;

        Changed(Object owner, Class<?> in, String field, Object was) {
            this.owner = owner;
            this.in = in;
            this.field = field;
            this.was = was;
        }
    }

    /** Whether a pool of this state begins with a task. */
    static boolean begins(ThreadPoolExecutor pool) {
        AtomicInteger control = (AtomicInteger) Access.getField(pool, ThreadPoolExecutor.class, "ctl");
        return control.get() < STOPPED || !PoolWorkers.isTimed(PoolWorkers.queue(pool));
    }

    /** Before the thread is started. {@code worker}: the pool's that the thread's first method of the program calls; null if the thread begins with it. */
    Tasks(Thread thread, Object task, Object worker) {
        Class<?> stage = Takers.declaring(task, FUTURE);
        Object future = stage == null || !Access.isJdk(stage) ? null : Access.getField(task, stage, FUTURE);
        if (future instanceof CompletableFuture) {
            set(future, CompletableFuture.class, "result", null);
        }
        if (task instanceof FutureTask && ((FutureTask<?>) task).isDone()) { // it was cancelled
            set(task, FutureTask.class, "state", 0);
            changed.add(new Changed(task, FutureTask.class, "callable", null));
        }
        if (Timers.isThread(thread)) {
            asDue(thread, task);
        } else if (ForkJoinWork.isWorker(thread)) {
            int status = (Integer) Access.getField(task, ForkJoinTask.class, "status");
            set(task, ForkJoinTask.class, "status", status < 0 ? status & MARKS : status);
        } else if (worker != null) {
            asFirst(PoolWorkers.poolOf(worker), worker, task);
        } else if (Workers.isWorker(thread)) {
            asFirst(PoolWorkers.pool(thread), Workers.target(thread), task);
        }
    }

    private void set(Object owner, Class<?> in, String field, Object value) {
        changed.add(new Changed(owner, in, field, Access.getField(owner, in, field)));
        Access.setField(owner, in, field, value);
    }

    private void asFirst(ThreadPoolExecutor pool, Object worker, Object task) {
        Access.setField(worker, worker.getClass(), "firstTask", task);
        Synchronizer.set(worker, -1, null);
        Object queue = PoolWorkers.queue(pool);
        if (!PoolWorkers.isTimed(queue)) {
            return;
        }
        release(queue);
        set(pool, ScheduledThreadPoolExecutor.class, "continueExistingPeriodicTasksAfterShutdown", true);
        set(pool, ScheduledThreadPoolExecutor.class, "executeExistingDelayedTasksAfterShutdown", true);
    }

    /** Before any worker of the queue's pool is started that begins with a method of the program ({@code threads}): none of them waits for the first timed task. */
    static void clearQueue(Object queue, List<Thread> threads) {
        if (PoolWorkers.isTimed(queue) && PoolWorkers.indexOf(threads, Access.getField(queue, queue.getClass(), "leader")) >= 0) {
            TimedTasks.clear(queue);
        }
    }

    /** Before a worker is started that has no task. */
    static void asIdle(Thread thread) {
        ThreadPoolExecutor pool = PoolWorkers.pool(thread);
        if (pool != null && PoolWorkers.isTimed(PoolWorkers.queue(pool))) {
            release(PoolWorkers.queue(pool));
        }
    }

    /** Of a queue of timed tasks: its lock is held for the time of the snapshot, and no worker is started by {@link PoolWorkers} that gives it back. */
    private static void release(Object queue) {
        if (((ReentrantLock) Access.getField(queue, queue.getClass(), "lock")).isHeldByCurrentThread()) {
            TimedTasks.clear(queue);
        }
    }

    private void asDue(Thread thread, Object task) {
        Class<?> type = Access.jdk(TIMER_TASK);
        set(task, type, "state", SCHEDULED);
        set(task, type, "period", 0L);
        set(task, type, "nextExecutionTime", 0L);
        try {
            Object alone = Access.U.allocateInstance(Access.jdk(QUEUE));
            Object tasks = Array.newInstance(type, 2);
            Array.set(tasks, 1, task); // the first place is not used
            Access.setField(alone, alone.getClass(), "queue", tasks);
            Access.setField(alone, alone.getClass(), "size", 1);
            set(thread, thread.getClass(), "queue", alone);
        } catch (InstantiationException e) {
            throw new IllegalStateException("a timer's task cannot be run again", e);
        }
    }

    /** When the thread is where it was. */
    void end() {
        for (Changed each : changed) {
            Access.setField(each.owner, each.in, each.field, each.was);
        }
    }
}
