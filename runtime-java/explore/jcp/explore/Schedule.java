package jcp.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * A pool of timed tasks in place of the JDK's: its workers are tasks like any other thread, and {@link Delays} has what they wait for. An idle worker is no deadlock.
 */
public final class Schedule extends ScheduledThreadPoolExecutor implements Modelled {
    /** A task with a time. */
    private static final class Timed<V> extends FutureTask<V> implements RunnableScheduledFuture<V>, Modelled {
        private final Schedule pool;
        /** Above zero: at this rate; below: with this delay behind each run; zero: once. */
        private final long period;

        Timed(Schedule pool, Callable<V> body, long period) {
            super(body);
            this.pool = pool;
            this.period = period;
            Hooks.created(this);
        }

        @Override
        public void run() {
            if (period == 0) {
                super.run();
            } else if (runAndReset()) {
                pool.again(this);
            }
        }

        @Override
        public boolean isPeriodic() {
            return period != 0;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            Hooks.refuse("ScheduledFuture.getDelay: the time is not known");
            return 0;
        }

        @Override
        public int compareTo(Delayed other) {
            Hooks.refuse("ScheduledFuture.compareTo: the times are not known");
            return 0;
        }
    }

    private final List<Task> workers = new ArrayList<>();
    private final Delays delays = new Delays();
    private boolean isShut;

    /** As in the JDK. */
    public Schedule(int core) {
        super(core);
        Hooks.created(this);
    }

    /** As in the JDK. */
    public Schedule(int core, ThreadFactory factory) {
        super(core, factory);
        Hooks.created(this);
    }

    /** As in the JDK. */
    public Schedule(int core, RejectedExecutionHandler handler) {
        super(core, handler);
        Hooks.created(this);
    }

    /** As in the JDK. */
    public Schedule(int core, ThreadFactory factory, RejectedExecutionHandler handler) {
        super(core, factory, handler);
        Hooks.created(this);
    }

    /** {@code Executors.newScheduledThreadPool(core)}. */
    public static ScheduledExecutorService newScheduledThreadPool(int core) {
        return new Schedule(core);
    }

    /** {@code Executors.newScheduledThreadPool(core, factory)}. */
    public static ScheduledExecutorService newScheduledThreadPool(int core, ThreadFactory factory) {
        return new Schedule(core, factory);
    }

    /** {@code Executors.newSingleThreadScheduledExecutor()}. */
    public static ScheduledExecutorService newSingleThreadScheduledExecutor() {
        return new Schedule(1);
    }

    /** {@code Executors.newSingleThreadScheduledExecutor(factory)}. */
    public static ScheduledExecutorService newSingleThreadScheduledExecutor(ThreadFactory factory) {
        return new Schedule(1, factory);
    }

    private long where(Run run) {
        return run.names.of(this, -2);
    }

    private <V> Timed<V> add(Callable<V> body, long delay, TimeUnit unit, long period) {
        java.util.Objects.requireNonNull(unit);
        Task self = Hooks.task();
        Run run = self.run;
        Timed<V> task = new Timed<>(this, body, period);
        run.point(self, Op.always("schedule", Effects.writing(where(run))));
        if (isShut) {
            getRejectedExecutionHandler().rejectedExecution(task, this);
            return task;
        }
        delays.add(self, task, unit.toNanos(delay), false);
        if (workers.size() < Math.max(1, getCorePoolSize())) {
            Thread thread = getThreadFactory().newThread(() -> {});
            workers.add(Threads.begin(run, self, thread, this::work));
        }
        return task;
    }

    /** A task that repeats has run. */
    private void again(Timed<?> task) {
        Task self = Hooks.task();
        self.run.effects().write(where(self.run));
        if (!isShut) {
            delays.add(self, task, Math.abs(task.period), task.period > 0);
        } else {
            task.cancel(false);
        }
    }

    /** What a worker does. */
    private void work() {
        Task self = Hooks.task();
        Run run = self.run;
        while (true) {
            Op op = new Op("wait for a task's time", Effects.writing(where(run)), () -> !delays.isEmpty() || isShut).ways(delays::ways);
            op.idle = true;
            run.point(self, op);
            Timed<?> next = (Timed<?>) delays.take(self);
            if (next == null) {
                break;
            }
            Futures.completed(run, next);
            next.run();
            Futures.completed(run, next);
        }
        run.effects().write(where(run));
        workers.remove(self);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable body, long delay, TimeUnit unit) {
        return add(Executors.callable(body), delay, unit, 0);
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> body, long delay, TimeUnit unit) {
        return add(body, delay, unit, 0);
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable body, long delay, long period, TimeUnit unit) {
        return repeated(body, delay, period, unit, 1);
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable body, long delay, long period, TimeUnit unit) {
        return repeated(body, delay, period, unit, -1);
    }

    private ScheduledFuture<?> repeated(Runnable body, long delay, long period, TimeUnit unit, int sign) {
        if (period <= 0) {
            throw new IllegalArgumentException();
        }
        return add(Executors.callable(body), delay, unit, sign * unit.toNanos(period));
    }

    @Override
    public void execute(Runnable body) {
        schedule(body, 0, TimeUnit.NANOSECONDS);
    }

    @Override
    public Future<?> submit(Runnable body) {
        return schedule(body, 0, TimeUnit.NANOSECONDS);
    }

    @Override
    public <T> Future<T> submit(Runnable body, T result) {
        return schedule(Executors.callable(body, result), 0, TimeUnit.NANOSECONDS);
    }

    @Override
    public <T> Future<T> submit(Callable<T> body) {
        return schedule(body, 0, TimeUnit.NANOSECONDS);
    }

    /** Tasks that repeat are cancelled, others still run. */
    @Override
    public void shutdown() {
        Ends.shuts(this);
        isShut = true;
        Run run = Hooks.task().run;
        Object[] tasks = delays.tasks();
        for (int at = tasks.length - 1; at >= 0; at--) {
            Timed<?> task = (Timed<?>) tasks[at];
            if (task.isPeriodic()) {
                delays.remove(at);
                run.effects().write(run.names.of(task, -2));
                task.cancel(false);
            }
        }
    }

    @Override
    public List<Runnable> shutdownNow() {
        Ends.shuts(this);
        isShut = true;
        Object[] tasks = delays.tasks();
        if (tasks.length > 1) {
            Hooks.refuse("shutdownNow gives several tasks in an order that jcp does not know; cancel them, and call shutdown");
        }
        delays.clear();
        for (Task worker : workers) {
            worker.run.effects().write(Threads.flag(worker));
            worker.interrupted = true;
        }
        return tasks.length == 0 ? new ArrayList<>() : new ArrayList<>(List.of((Runnable) tasks[0]));
    }

    @Override
    public boolean isShutdown() {
        Ends.asked(this, "isShutdown");
        return isShut;
    }

    @Override
    public boolean isTerminated() {
        Ends.asked(this, "isTerminated");
        return isOver();
    }

    private boolean isOver() {
        return isShut && workers.isEmpty();
    }

    @Override
    public boolean awaitTermination(long time, TimeUnit unit) throws InterruptedException {
        return Blocking.interruptible(this, "awaitTermination", true, this::isOver);
    }

    @Override
    public BlockingQueue<Runnable> getQueue() {
        Hooks.refuse("the queue of a pool of timed tasks is in an order that jcp does not know");
        return super.getQueue();
    }

    /** As in JDK 19 and later. */
    public void close() {
        shutdown();
        Blocking.ready(this, "close", false, this::isOver);
    }
}
