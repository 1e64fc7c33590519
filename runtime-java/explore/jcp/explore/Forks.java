package jcp.explore;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ForkJoinTask;

/**
 * Tasks that are forked: each runs on a worker of its own. Who joins one waits; in the JDK it may run the task itself, which does the same on another thread.
 */
public final class Forks {
    private Forks() {}

    private static long where(Run run, ForkJoinTask<?> task) {
        return run.names.of(task, -2);
    }

    /** Runs a task here. */
    private static void run(ForkJoinTask<?> task) {
        Run run = Hooks.task().run;
        run.effects().write(where(run, task));
        task.quietlyInvoke();
        if (run.isOver()) {
            throw new Abort(); // the task has caught it
        }
        run.effects().write(where(run, task));
    }

    /** {@code task.fork()}. */
    public static ForkJoinTask<?> fork(ForkJoinTask<?> task) {
        Futures.common().execute(() -> run(task));
        return task;
    }

    /** {@code task.join()}. */
    public static Object join(ForkJoinTask<?> task) {
        quietlyJoin(task);
        return task.join();
    }

    /** {@code task.quietlyJoin()}. */
    public static void quietlyJoin(ForkJoinTask<?> task) {
        Blocking.ready(task, "join task", false, task::isDone);
    }

    /** {@code task.invoke()}. */
    public static Object invoke(ForkJoinTask<?> task) {
        run(task);
        return task.join();
    }

    /** {@code task.quietlyInvoke()}. */
    public static void quietlyInvoke(ForkJoinTask<?> task) {
        run(task);
    }

    /** {@code ForkJoinTask.invokeAll(one, other)}. */
    public static void invokeAll(ForkJoinTask<?> one, ForkJoinTask<?> other) {
        invokeAll(List.of(one, other));
    }

    /** {@code ForkJoinTask.invokeAll(tasks…)}. */
    public static void invokeAll(ForkJoinTask<?>[] tasks) {
        invokeAll(Arrays.asList(tasks));
    }

    /** {@code ForkJoinTask.invokeAll(tasks)}: the first here, the others forked. */
    public static <T extends ForkJoinTask<?>> Collection<T> invokeAll(Collection<T> tasks) {
        List<T> all = List.copyOf(tasks);
        all.stream().skip(1).forEach(Forks::fork);
        all.stream().limit(1).forEach(Forks::invoke);
        all.forEach(Forks::join);
        return tasks;
    }
}
