package jcp.runtime;

import java.util.Arrays;

/**
 * The objects that are met and not yet scanned, the last ones first: what an object leads to is scanned before what was met
 * earlier, while it is in the processor's cache. Writer and reader do the same steps with it, so that the order of the bodies
 * needs not be written.
 *
 * <p>Long arrays are scanned in slices, each after all that the one before led to; so a million elements never wait at once.
 * Fields and elements of one object come in their order, so that in a chain only its rest waits.
 */
final class Pending {
    /** Elements of an array that are scanned at a time. */
    static final int SLICE = 64;

    private int[] entries = new int[1 << 8];
    private int count;
    /** In the object taken last, where to go on: 0 but for arrays. */
    int position;

    boolean isEmpty() {
        return count == 0;
    }

    int size() {
        return count;
    }

    void push(int number) {
        if (count == entries.length) {
            entries = Arrays.copyOf(entries, count * 2);
        }
        entries[count++] = number;
    }

    /** Puts an array back to be scanned from an element on. */
    void push(int number, int from) {
        push(from);
        push(~number);
    }

    /** Takes the next object's number. */
    int pop() {
        int entry = entries[--count];
        if (entry >= 0) {
            position = 0;
            return entry;
        }
        position = entries[--count];
        return ~entry;
    }

    /** Turns what was pushed since there were {@code from} entries, so that the first will be taken first. */
    void turn(int from) {
        for (int low = from, high = count - 1; low < high; low++, high--) {
            int entry = entries[low];
            entries[low] = entries[high];
            entries[high] = entry;
        }
    }

    /** Takes the object that waits longest: for paths that are as short as can be. Nothing is put back then. */
    int first(int taken) {
        return entries[taken];
    }
}
