package jcp.explore;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A completion service in place of the JDK's: the step in which a task is done puts its future into the queue.
 */
public final class Completions extends ExecutorCompletionService<Object> implements Modelled {
    /** What the executor runs. */
    private static final class Queueing extends FutureTask<Void> implements Modelled {
        private final FutureTask<Object> task;
        private final BlockingQueue<Future<Object>> done;

        Queueing(FutureTask<Object> task, BlockingQueue<Future<Object>> done) {
            super(task, null);
            this.task = task;
            this.done = done;
            Hooks.created(this);
        }

        @Override
        public void run() {
            Futures.completed(Hooks.task().run, task);
            super.run();
        }

        @Override
        protected void done() {
            Run run = Hooks.task().run;
            Futures.completed(run, task);
            run.effects().write(run.names.of(done, -2));
            done.add(task);
        }
    }

    private final Executor executor;
    private final BlockingQueue<Future<Object>> done;

    /** As in the JDK. */
    public Completions(Executor executor) {
        super(executor);
        this.executor = executor;
        this.done = new LinkedBlockingQueue<>();
        Hooks.created(done);
        Hooks.created(this);
    }

    /** As in the JDK. */
    public Completions(Executor executor, BlockingQueue<Future<Object>> done) {
        super(executor, done);
        this.executor = executor;
        this.done = done;
        Hooks.created(this);
    }

    @Override
    public Future<Object> submit(Callable<Object> body) {
        return submit(new FutureTask<>(body));
    }

    @Override
    public Future<Object> submit(Runnable body, Object result) {
        return submit(new FutureTask<>(body, result));
    }

    private Future<Object> submit(FutureTask<Object> task) {
        Hooks.created(task);
        Invoking.check(executor);
        executor.execute(new Queueing(task, done));
        return task;
    }

    @Override
    @SuppressWarnings("unchecked")
    public Future<Object> take() throws InterruptedException {
        return (Future<Object>) Blocking.take(done);
    }

    @Override
    public Future<Object> poll() {
        Task self = Hooks.task();
        self.run.point(self, Op.always("poll", Effects.writing(self.run.names.of(done, -2))));
        return done.poll();
    }

    @Override
    @SuppressWarnings("unchecked")
    public Future<Object> poll(long time, TimeUnit unit) throws InterruptedException {
        return (Future<Object>) Blocking.poll(done, time, unit);
    }
}
