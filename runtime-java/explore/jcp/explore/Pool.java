package jcp.explore;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A pool in place of the JDK's: its workers are tasks like any other thread. An idle worker is no deadlock.
 */
public final class Pool extends ThreadPoolExecutor {
    private final Deque<Runnable> work = new ArrayDeque<>();
    private final List<Task> workers = new ArrayList<>();
    private int idle;
    private boolean isShut;

    /** As in the JDK. */
    public Pool(int core, int most, long time, TimeUnit unit, BlockingQueue<Runnable> queue) {
        super(core, most, time, unit, queue);
        created();
    }

    /** As in the JDK. */
    public Pool(int core, int most, long time, TimeUnit unit, BlockingQueue<Runnable> queue, ThreadFactory factory) {
        super(core, most, time, unit, queue, factory);
        created();
    }

    /** As in the JDK. */
    public Pool(int core, int most, long time, TimeUnit unit, BlockingQueue<Runnable> queue, RejectedExecutionHandler handler) {
        super(core, most, time, unit, queue, handler);
        created();
    }

    /** As in the JDK. */
    public Pool(int core, int most, long time, TimeUnit unit, BlockingQueue<Runnable> queue, ThreadFactory factory, RejectedExecutionHandler handler) {
        super(core, most, time, unit, queue, factory, handler);
        created();
    }

    private void created() {
        Hooks.created(this);
    }

    /** {@code Executors.newFixedThreadPool(threads)}. */
    public static ExecutorService newFixedThreadPool(int threads) {
        return newFixedThreadPool(threads, Executors.defaultThreadFactory());
    }

    /** {@code Executors.newFixedThreadPool(threads, factory)}. */
    public static ExecutorService newFixedThreadPool(int threads, ThreadFactory factory) {
        return new Pool(threads, threads, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
    }

    /** {@code Executors.newSingleThreadExecutor()}. */
    public static ExecutorService newSingleThreadExecutor() {
        return newFixedThreadPool(1);
    }

    /** {@code Executors.newSingleThreadExecutor(factory)}. */
    public static ExecutorService newSingleThreadExecutor(ThreadFactory factory) {
        return newFixedThreadPool(1, factory);
    }

    /** {@code Executors.newCachedThreadPool()}. */
    public static ExecutorService newCachedThreadPool() {
        return newFixedThreadPool(Integer.MAX_VALUE);
    }

    /** {@code Executors.newCachedThreadPool(factory)}. */
    public static ExecutorService newCachedThreadPool(ThreadFactory factory) {
        return newFixedThreadPool(Integer.MAX_VALUE, factory);
    }

    /** In place of the common pool: with a worker for each task that waits, which the JVM would not wait for. */
    static Pool ofDaemons() {
        return new Pool(Integer.MAX_VALUE, Integer.MAX_VALUE, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), body -> {
            Thread thread = new Thread(body, "common pool");
            thread.setDaemon(true);
            return thread;
        });
    }

    private long where(Run run) {
        return run.names.of(this, -2);
    }

    @Override
    public void execute(Runnable task) {
        java.util.Objects.requireNonNull(task);
        Task self = Hooks.task();
        Run run = self.run;
        run.point(self, Op.always("execute", Effects.writing(where(run))));
        if (isShut) {
            throw new RejectedExecutionException("the pool is shut down");
        }
        work.add(task);
        boolean isNeeded = workers.size() < getCorePoolSize() && (workers.size() < getMaximumPoolSize());
        if (isNeeded && (getCorePoolSize() != Integer.MAX_VALUE || idle < work.size())) {
            Thread thread = getThreadFactory().newThread(() -> {});
            workers.add(Threads.begin(run, self, thread, this::work));
        }
    }

    /** What a worker does. */
    private void work() {
        Task self = Hooks.task();
        Run run = self.run;
        while (true) {
            Op op = new Op("wait for a task of the pool", Effects.writing(where(run)), () -> !work.isEmpty() || isShut);
            op.idle = true;
            idle++;
            run.point(self, op);
            idle--;
            Runnable next = work.poll();
            if (next == null) {
                break;
            }
            next.run();
        }
        workers.remove(self);
    }

    @Override
    public void shutdown() {
        Task self = Hooks.task();
        self.run.point(self, Op.always("shutdown", Effects.writing(where(self.run))));
        isShut = true;
    }

    @Override
    public List<Runnable> shutdownNow() {
        shutdown();
        List<Runnable> left = new ArrayList<>(work);
        work.clear();
        for (Task worker : workers) {
            Hooks.task().run.effects().write(Threads.flag(worker));
            worker.interrupted = true;
        }
        return left;
    }

    @Override
    public boolean isShutdown() {
        return isShut;
    }

    @Override
    public boolean isTerminated() {
        Task self = Hooks.task();
        self.run.point(self, Op.always("isTerminated", Effects.reading(where(self.run))));
        return isOver();
    }

    private boolean isOver() {
        return isShut && workers.isEmpty();
    }

    @Override
    public boolean awaitTermination(long time, TimeUnit unit) throws InterruptedException {
        Task self = Hooks.task();
        Run run = self.run;
        Threads.interruptible(self);
        run.point(self, new Op("awaitTermination", Effects.reading(where(run)), this::isOver).timed(true));
        return isOver();
    }

    /** As in JDK 19 and later. */
    public void close() {
        shutdown();
        Task self = Hooks.task();
        Run run = self.run;
        run.point(self, new Op("close", Effects.reading(where(run)), this::isOver));
    }
}
