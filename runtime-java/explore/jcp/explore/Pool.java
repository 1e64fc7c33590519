package jcp.explore;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A pool in place of the JDK's: its workers are tasks like any other thread. An idle worker is no deadlock.
 */
public final class Pool extends ThreadPoolExecutor implements Modelled {
    private final List<Task> workers = new ArrayList<>();
    /** Whether the queue has no room; then what idle workers are given is here. */
    private final boolean isDirect = getQueue() instanceof SynchronousQueue;
    private final Deque<Runnable> direct = new ArrayDeque<>();
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
        return newCachedThreadPool(Executors.defaultThreadFactory());
    }

    /** {@code Executors.newCachedThreadPool(factory)}. */
    public static ExecutorService newCachedThreadPool(ThreadFactory factory) {
        return new Pool(0, Integer.MAX_VALUE, 60, TimeUnit.SECONDS, new SynchronousQueue<>(), factory);
    }

    /** In place of the common pool: with a worker for each task that waits, which the JVM would not wait for. */
    static Pool ofDaemons() {
        return new Pool(0, Integer.MAX_VALUE, 0, TimeUnit.SECONDS, new SynchronousQueue<>(), body -> {
            Thread thread = new Thread(body, "common pool");
            thread.setDaemon(true);
            return thread;
        });
    }

    private long where(Run run) {
        return run.names.of(this, -2);
    }

    /** A worker more up to the core size; then the queue takes the task, then there are workers up to the greatest number, then the handler has it. */
    @Override
    public void execute(Runnable task) {
        java.util.Objects.requireNonNull(task);
        Task self = Hooks.task();
        Run run = self.run;
        run.point(self, Op.always("execute", Effects.writing(where(run))));
        if (isShut) {
            getRejectedExecutionHandler().rejectedExecution(task, this);
        } else if (workers.size() < getCorePoolSize()) {
            hire(run, self, task);
        } else if (offered(task)) {
            if (workers.isEmpty()) {
                hire(run, self, null);
            }
        } else if (workers.size() < getMaximumPoolSize()) {
            hire(run, self, task);
        } else {
            getRejectedExecutionHandler().rejectedExecution(task, this);
        }
    }

    /** Whether the queue takes it: one without room does if an idle worker is there for it. */
    private boolean offered(Runnable task) {
        return isDirect ? idle > direct.size() && direct.add(task) : getQueue().offer(task);
    }

    private void hire(Run run, Task self, Runnable first) {
        Thread thread = getThreadFactory().newThread(() -> {});
        workers.add(Threads.begin(run, self, thread, () -> work(first)));
    }

    private Runnable next() {
        return isDirect ? direct.poll() : getQueue().poll();
    }

    private boolean hasWork() {
        return isDirect ? !direct.isEmpty() : !getQueue().isEmpty();
    }

    /** What a worker does. */
    private void work(Runnable first) {
        Task self = Hooks.task();
        Run run = self.run;
        Runnable next = first;
        while (true) {
            if (next == null) {
                Op op = new Op("wait for a task of the pool", Effects.writing(where(run)), () -> hasWork() || isShut);
                op.idle = true;
                idle++;
                if (isDirect) {
                    run.effects().write(where(run)); // whether the next task is taken depends on it
                }
                run.point(self, op);
                idle--;
                next = next();
            }
            if (next == null) {
                break;
            }
            execute(run, self, next);
            next = null;
        }
        run.effects().write(where(run));
        workers.remove(self);
    }

    private void execute(Run run, Task self, Runnable task) {
        Futures.completed(run, task);
        beforeExecute(self.thread, task);
        try {
            task.run();
        } catch (Abort over) {
            throw over;
        } catch (Throwable error) {
            Futures.completed(run, task);
            afterExecute(task, error);
            run.point(self, Op.always("replace a worker", Effects.writing(where(run))));
            workers.remove(self);
            if (!isShut) {
                hire(run, self, null);
            }
            throw error;
        }
        Futures.completed(run, task);
        afterExecute(task, null);
    }

    @Override
    public void shutdown() {
        Ends.shuts(this);
        isShut = true;
    }

    @Override
    public List<Runnable> shutdownNow() {
        shutdown();
        List<Runnable> left = new ArrayList<>(direct);
        direct.clear();
        getQueue().drainTo(left);
        for (Task worker : workers) {
            Hooks.task().run.effects().write(Threads.flag(worker));
            worker.interrupted = true;
        }
        return left;
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

    /** As in JDK 19 and later. */
    public void close() {
        shutdown();
        Blocking.ready(this, "close", false, this::isOver);
    }
}
