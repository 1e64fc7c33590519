package jcp.explore;

import java.util.concurrent.TimeUnit;

/**
 * The clocks that the program reads. A real one would make two equal executions differ.
 *
 * <p>A thread's time stands still, but where the thread sleeps or a wait of its own ends by its limit; it is not before the end of what it joined, nor before its start. So
 * it follows from what the thread did, and reading it is no point. It belongs to the state once the program reads it: the first time begins the search again. Left out: what the JDK reads by itself, as {@code new Date()} does.
 */
public final class Times {
    /** The start of 2026. */
    private static final long BEGINNING = 1_767_225_600_000L;

    /** Its place and location. That it is a point means that the program reads it. */
    static final long CLOCK = Names.mix(7, 13);
    private static final int LOCATION = 9;

    private Times() {}

    /** {@code System.currentTimeMillis()}. */
    public static long currentTimeMillis() {
        return BEGINNING + TimeUnit.NANOSECONDS.toMillis(read());
    }

    /** {@code System.nanoTime()}. */
    public static long nanoTime() {
        return TimeUnit.HOURS.toNanos(1) + read();
    }

    private static long read() {
        Task task = Hooks.task();
        Initialisers.ask(task);
        if (!task.run.isPoint(CLOCK)) {
            task.run.race(CLOCK, LOCATION);
        }
        return task.time;
    }

    /** The task has slept. */
    static void pass(Task task, long nanos) {
        task.time += Math.max(0, nanos);
    }

    /** A wait has ended by its limit. Whatever that was, more may have passed. */
    static void expired(Task task) {
        task.time += TimeUnit.HOURS.toNanos(1);
    }
}
