package jcp.explore;

import java.util.Arrays;

/**
 * A vector clock (Mattern 1989) of what starting and joining threads orders: for each task how far it was. Clocks grow with the tasks that they know.
 */
final class Clock {
    private int[] ticks = new int[4];

    int of(int task) {
        return task < ticks.length ? ticks[task] : 0;
    }

    void tick(int task) {
        grow(task + 1);
        ticks[task]++;
    }

    /** Takes over what the other one knows. */
    void join(Clock other) {
        grow(other.ticks.length);
        for (int task = 0; task < other.ticks.length; task++) {
            ticks[task] = Math.max(ticks[task], other.ticks[task]);
        }
    }

    boolean isLike(Clock other) {
        for (int task = 0; task < Math.max(ticks.length, other.ticks.length); task++) {
            if (of(task) != other.of(task)) {
                return false;
            }
        }
        return true;
    }

    Clock copy() {
        Clock copy = new Clock();
        copy.join(this);
        return copy;
    }

    private void grow(int length) {
        if (length > ticks.length) {
            ticks = Arrays.copyOf(ticks, Math.max(length, 2 * ticks.length));
        }
    }
}
