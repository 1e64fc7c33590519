package jcp.explore;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.FutureTask;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Stages of {@link CompletableFuture} that the JDK would run in its common pool: here in a pool with a worker for each task, whose workers are tasks like any other thread.
 */
public final class Futures {
    private Futures() {}

    /** A task was run that may have completed a future. */
    static void completed(Run run, Object task) {
        if (task instanceof FutureTask || task instanceof ForkJoinTask) {
            run.effects().write(run.names.of(task, -2));
        }
        if (task instanceof CompletableFuture.AsynchronousCompletionTask) {
            run.effects().write(Names.mix(Names.STAGES, -2));
        }
    }

    /** {@code task.run()}: what an executor of the program's does. */
    public static void run(Runnable task) {
        if (task != null) {
            completed(Hooks.task().run, task);
        }
        task.run();
        completed(Hooks.task().run, task);
    }

    /** The future that a thread is made for, or null. */
    static FutureTask<?> target(Thread thread) {
        boolean isOld = Runtime.version().feature() < 19;
        Object holder = isOld ? thread : Parts.value(Thread.class, thread, "holder");
        Object target = holder == null ? null : Parts.value(isOld ? Thread.class : holder.getClass(), holder, isOld ? "target" : "task");
        return target instanceof FutureTask ? (FutureTask<?>) target : null;
    }

    /** {@code future.cancel(mayInterrupt)}. */
    public static boolean cancel(Future<?> future, boolean mayInterrupt) {
        Task self = Hooks.task();
        Run run = self.run;
        run.point(self, Op.always("cancel", Effects.writing(run.names.of(future, -2))));
        if (mayInterrupt && future instanceof FutureTask && !future.isDone()) {
            Object runner = Parts.value(FutureTask.class, future, "runner");
            if (runner instanceof Carriers.Carrier) {
                Task task = ((Carriers.Carrier) runner).task();
                run.effects().write(Threads.flag(task));
                task.interrupted = true;
            }
        }
        return future.cancel(false);
    }

    static Executor common() {
        Run run = Hooks.task().run;
        if (run.common == null) {
            run.common = Pool.ofDaemons();
        }
        return run.common;
    }

    /** {@code CompletableFuture.supplyAsync(supplier)}. */
    public static <T> CompletableFuture<T> supplyAsync(Supplier<T> supplier) {
        return CompletableFuture.supplyAsync(supplier, common());
    }

    /** {@code CompletableFuture.runAsync(body)}. */
    public static CompletableFuture<Void> runAsync(Runnable body) {
        return CompletableFuture.runAsync(body, common());
    }

    /** {@code future.thenApplyAsync(function)}. */
    public static <T, U> CompletableFuture<U> thenApplyAsync(CompletableFuture<T> future, Function<T, U> function) {
        return future.thenApplyAsync(function, common());
    }

    /** {@code future.thenAcceptAsync(consumer)}. */
    public static <T> CompletableFuture<Void> thenAcceptAsync(CompletableFuture<T> future, Consumer<T> consumer) {
        return future.thenAcceptAsync(consumer, common());
    }

    /** {@code future.thenRunAsync(body)}. */
    public static <T> CompletableFuture<Void> thenRunAsync(CompletableFuture<T> future, Runnable body) {
        return future.thenRunAsync(body, common());
    }

    /** {@code future.thenComposeAsync(function)}. */
    public static <T, U> CompletableFuture<U> thenComposeAsync(CompletableFuture<T> future, Function<T, CompletionStage<U>> function) {
        return future.thenComposeAsync(function, common());
    }

    /** {@code future.thenCombineAsync(other, function)}. */
    public static <T, U, V> CompletableFuture<V> thenCombineAsync(CompletableFuture<T> future, CompletionStage<U> other, BiFunction<T, U, V> function) {
        return future.thenCombineAsync(other, function, common());
    }

    /** {@code future.whenCompleteAsync(consumer)}. */
    public static <T> CompletableFuture<T> whenCompleteAsync(CompletableFuture<T> future, BiConsumer<T, Throwable> consumer) {
        return future.whenCompleteAsync(consumer, common());
    }

    /** {@code future.handleAsync(function)}. */
    public static <T, U> CompletableFuture<U> handleAsync(CompletableFuture<T> future, BiFunction<T, Throwable, U> function) {
        return future.handleAsync(function, common());
    }
}
