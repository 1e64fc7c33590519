package jcp.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * An executor that has a thread for each task.
 */
final class PerTask extends AbstractExecutorService implements Modelled {
    private final ThreadFactory factory;
    private final List<Task> running = new ArrayList<>();
    private boolean isShut;

    PerTask(ThreadFactory factory) {
        this.factory = factory;
        Hooks.created(this);
    }

    private long where(Run run) {
        return run.names.of(this, -2);
    }

    @Override
    public void execute(Runnable task) {
        Task self = Hooks.task();
        Run run = self.run;
        run.point(self, Op.always("execute", Effects.writing(where(run))));
        if (isShut) {
            throw new RejectedExecutionException("the executor is shut down");
        }
        running.add(Threads.begin(run, self, factory.newThread(task), () -> work(run, task)));
    }

    private void work(Run run, Runnable task) {
        try {
            Futures.completed(run, task);
            task.run();
        } finally {
            if (!run.isOver()) {
                Futures.completed(run, task);
                run.effects().write(where(run));
                running.remove(Hooks.task());
            }
        }
    }

    @Override
    public void shutdown() {
        Ends.shuts(this);
        isShut = true;
    }

    @Override
    public List<Runnable> shutdownNow() {
        shutdown();
        for (Task task : running) {
            task.run.effects().write(Threads.flag(task));
            task.interrupted = true;
        }
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
        return isOver();
    }

    private boolean isOver() {
        return isShut && running.isEmpty();
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
