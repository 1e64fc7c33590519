package jcp.explore;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
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

    private static Executor common() {
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
