package jcp.explore;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Several tasks at once, as the JDK's {@code AbstractExecutorService} runs them: each one is given to the executor, and the caller waits for all or for one.
 */
public final class Invoking {
    private Invoking() {}

    /** Refuses an executor of the program's that makes its tasks itself. */
    static void check(Executor executor) {
        for (Class<?> type = executor.getClass(); type != null; type = type.getSuperclass()) {
            try {
                if (isProgram(type)) {
                    type.getDeclaredMethod("newTaskFor", Callable.class);
                    Hooks.refuse(type.getName() + " has newTaskFor, which jcp does not call");
                }
            } catch (NoSuchMethodException none) {
                // as in the JDK
            }
        }
    }

    private static boolean isProgram(Class<?> type) {
        return type.getClassLoader() != null && !type.getName().startsWith("jcp.explore.");
    }

    /** Whether the program has a method of its own for this. */
    private static boolean hasOwn(ExecutorService executor, String name, Class<?>... parameters) {
        try {
            return isProgram(executor.getClass().getMethod(name, parameters).getDeclaringClass());
        } catch (NoSuchMethodException error) {
            throw new IllegalStateException(error);
        }
    }

    /** {@code executor.invokeAll(tasks)}. */
    public static <T> List<Future<T>> invokeAll(ExecutorService executor, Collection<? extends Callable<T>> tasks) throws InterruptedException {
        return hasOwn(executor, "invokeAll", Collection.class) ? executor.invokeAll(tasks) : all(executor, tasks, false);
    }

    /** {@code executor.invokeAll(tasks, time, unit)}. */
    public static <T> List<Future<T>> invokeAll(ExecutorService executor, Collection<? extends Callable<T>> tasks, long time, TimeUnit unit) throws InterruptedException {
        return hasOwn(executor, "invokeAll", Collection.class, long.class, TimeUnit.class) ? executor.invokeAll(tasks, time, unit) : all(executor, tasks, true);
    }

    private static <T> List<Future<T>> all(ExecutorService executor, Collection<? extends Callable<T>> tasks, boolean isTimed) throws InterruptedException {
        check(executor);
        Parts.argument(tasks, "invokeAll", false);
        List<Future<T>> futures = new ArrayList<>();
        int at = 0;
        boolean isDone = false;
        try {
            for (Callable<T> body : tasks) {
                FutureTask<T> task = new FutureTask<>(body);
                Hooks.created(task);
                futures.add(task);
                executor.execute(task);
            }
            while (at < futures.size() && isDone(futures.get(at), isTimed)) {
                at++;
            }
            isDone = at == futures.size();
            return futures;
        } finally {
            if (!isDone) {
                cancel(futures, at);
            }
        }
    }

    /** Waits for it; false: there is no more time. */
    private static boolean isDone(Future<?> future, boolean isTimed) throws InterruptedException {
        Task self = Hooks.task();
        Run run = self.run;
        Effects effects = Effects.writing(run.names.of(future, -2));
        effects.read(Threads.flag(self));
        run.point(self, new Op("invokeAll", effects, () -> future.isDone() || self.interrupted).timed(isTimed));
        if (!future.isDone()) {
            Threads.interruptible(self);
        }
        return future.isDone();
    }

    private static void cancel(List<? extends Future<?>> futures, int from) {
        for (int at = from; at < futures.size(); at++) {
            Futures.cancel(futures.get(at), true);
        }
    }

    /** {@code executor.invokeAny(tasks)}. */
    public static Object invokeAny(ExecutorService executor, Collection<? extends Callable<Object>> tasks) throws InterruptedException, ExecutionException {
        try {
            return hasOwn(executor, "invokeAny", Collection.class) ? executor.invokeAny(tasks) : any(executor, tasks, false);
        } catch (TimeoutException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** {@code executor.invokeAny(tasks, time, unit)}. */
    public static Object invokeAny(ExecutorService executor, Collection<? extends Callable<Object>> tasks, long time, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        return hasOwn(executor, "invokeAny", Collection.class, long.class, TimeUnit.class) ? executor.invokeAny(tasks, time, unit) : any(executor, tasks, true);
    }

    private static Object any(ExecutorService executor, Collection<? extends Callable<Object>> tasks, boolean isTimed) throws InterruptedException, ExecutionException, TimeoutException {
        Parts.argument(tasks, "invokeAny", false);
        if (tasks.isEmpty()) {
            throw new IllegalArgumentException();
        }
        Completions service = new Completions(executor);
        List<Future<Object>> futures = new ArrayList<>();
        Iterator<? extends Callable<Object>> left = tasks.iterator();
        ExecutionException failure = null;
        try {
            int active = 0;
            while (left.hasNext() || active > 0) {
                Future<Object> done = futures.isEmpty() ? null : service.poll();
                if (done == null && left.hasNext()) {
                    futures.add(service.submit(left.next()));
                    active++;
                } else if (done == null) {
                    done = isTimed ? service.poll(1, TimeUnit.SECONDS) : service.take();
                    if (done == null) {
                        throw new TimeoutException();
                    }
                }
                if (done != null) {
                    active--;
                    try {
                        return done.get();
                    } catch (ExecutionException error) {
                        failure = error;
                    } catch (RuntimeException error) {
                        failure = new ExecutionException(error);
                    }
                }
            }
            throw failure;
        } finally {
            cancel(futures, 0);
        }
    }
}
