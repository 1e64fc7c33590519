package jcp.explore;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * A pool for tasks that fork: it has as many workers as it has tasks, whatever its parallelism.
 */
public final class ForkPool extends ForkJoinPool implements Modelled {
    private int running;
    private boolean isShut;
    private final boolean isCommon;

    /** As in the JDK. */
    public ForkPool() {
        this(false);
    }

    /** As in the JDK. */
    public ForkPool(int parallelism) {
        this(false);
    }

    private ForkPool(boolean isCommon) {
        super(1);
        this.isCommon = isCommon;
        Hooks.created(this);
    }

    /** {@code ForkJoinPool.commonPool()}. */
    public static ForkJoinPool commonPool() {
        Run run = Hooks.task().run;
        if (run.forks == null) {
            run.forks = new ForkPool(true);
        }
        return run.forks;
    }

    private long where(Run run) {
        return run.names.of(this, -2);
    }

    private <T extends ForkJoinTask<?>> T begun(T task) {
        Task self = Hooks.task();
        Run run = self.run;
        run.point(self, Op.always("submit", Effects.writing(where(run))));
        if (isShut) {
            throw new RejectedExecutionException("the pool is shut down");
        }
        running++;
        Futures.common().execute(() -> {
            try {
                Forks.quietlyInvoke(task);
            } finally {
                if (!run.isOver()) {
                    run.effects().write(where(run));
                    running--;
                }
            }
        });
        return task;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> T invoke(ForkJoinTask<T> task) {
        return (T) Forks.join(begun(task));
    }

    @Override
    public <T> ForkJoinTask<T> submit(ForkJoinTask<T> task) {
        return begun(task);
    }

    @Override
    public <T> ForkJoinTask<T> submit(Callable<T> task) {
        return begun(ForkJoinTask.adapt(task));
    }

    @Override
    public <T> ForkJoinTask<T> submit(Runnable task, T result) {
        return begun(ForkJoinTask.adapt(task, result));
    }

    @Override
    public ForkJoinTask<?> submit(Runnable task) {
        return begun(ForkJoinTask.adapt(task));
    }

    @Override
    public void execute(ForkJoinTask<?> task) {
        begun(task);
    }

    @Override
    public void execute(Runnable task) {
        begun(ForkJoinTask.adapt(task));
    }

    @Override
    public void shutdown() {
        Ends.shuts(this);
        isShut = !isCommon;
    }

    @Override
    public List<Runnable> shutdownNow() {
        Hooks.refuse("ForkJoinPool.shutdownNow, which cancels tasks in an order that jcp does not know; call shutdown");
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        Ends.asked(this, "isShutdown");
        return isShut;
    }

    @Override
    public boolean isTerminated() {
        Ends.asked(this, "isTerminated");
        return isShut && running == 0;
    }

    @Override
    public boolean awaitTermination(long time, TimeUnit unit) throws InterruptedException {
        return Blocking.interruptible(this, "awaitTermination", true, () -> (isShut || isCommon) && running == 0) && isShut;
    }

    @Override
    public boolean awaitQuiescence(long time, TimeUnit unit) {
        return Blocking.ready(this, "awaitQuiescence", true, () -> running == 0);
    }

    /** As in JDK 19 and later. */
    public void close() {
        if (!isCommon) {
            shutdown();
            Blocking.ready(this, "close", false, () -> running == 0);
        }
    }
}
