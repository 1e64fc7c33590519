package jcp.explore;

import java.util.Arrays;

/**
 * Tasks that wait for their times, of one executor or timer.
 *
 * <p>Time passes while threads do anything or nothing, so any task may begin at any time, but for one thing: it waits for those that were added earlier with no longer delay. Of two
 * of which the later one has the shorter delay either may begin first, since the thread that added them may have been slow. What is added again at a fixed rate has its time by
 * that, so it waits for none. The clock is no part of the state unless the program reads it, so a task that repeats comes to states that were there before.
 */
final class Delays implements Modelled {
    /** A time that nobody reads, which is no part of the state. */
    private record Hidden(long nanos) {}

    /** A task with its delay. */
    private static final class Entry implements Modelled {
        final Object task;
        final long delay;
        final boolean isRate;
        final Object due;

        Entry(Object task, long delay, boolean isRate, Object due) {
            this.task = task;
            this.delay = delay;
            this.isRate = isRate;
            this.due = due;
        }

        long due() {
            return due instanceof Hidden ? ((Hidden) due).nanos : (Long) due;
        }
    }

    /** In the order in which they were added. */
    private Entry[] entries = {};

    boolean isEmpty() {
        return entries.length == 0;
    }

    /** {@code isRate}: again, at a fixed rate. */
    void add(Task by, Object task, long nanos, boolean isRate) {
        long delay = Math.max(0, nanos);
        long due = by.time + delay;
        entries = Arrays.copyOf(entries, entries.length + 1);
        entries[entries.length - 1] = new Entry(task, delay, isRate, by.run.isPoint(Times.CLOCK) ? (Object) due : new Hidden(due));
    }

    private boolean mayBegin(int at) {
        for (int before = 0; before < at; before++) {
            if (!entries[at].isRate && entries[before].delay <= entries[at].delay) {
                return false;
            }
        }
        return true;
    }

    /** How many of them may be the next one. */
    int ways() {
        int ways = 0;
        for (int at = 0; at < entries.length; at++) {
            ways += mayBegin(at) ? 1 : 0;
        }
        return ways;
    }

    /** Takes the one that was chosen; null: there is none. */
    Object take(Task self) {
        int way = self.way;
        for (int at = 0; at < entries.length; at++) {
            if (mayBegin(at) && way-- == 0) {
                Entry found = entries[at];
                remove(at);
                self.time = Math.max(self.time, found.due());
                return found.task;
            }
        }
        return null;
    }

    /** Takes any of them out. */
    Object remove(int at) {
        Object task = entries[at].task;
        Entry[] left = new Entry[entries.length - 1];
        System.arraycopy(entries, 0, left, 0, at);
        System.arraycopy(entries, at + 1, left, at, left.length - at);
        entries = left;
        return task;
    }

    Object[] tasks() {
        return Arrays.stream(entries).map(it -> it.task).toArray();
    }

    /** Takes all out. */
    void clear() {
        entries = new Entry[0];
    }
}
