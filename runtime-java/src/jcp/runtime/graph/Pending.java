package jcp.runtime.graph;

import java.util.Arrays;

/**
 * The objects that are met and not yet scanned, the last ones first: what an object leads to is scanned before what was met
 * earlier, while it is in the processor's cache. Writer and reader do the same steps with it, so that the order of the bodies
 * needs not be written.
 *
 * <p>Long arrays are scanned in slices, each after all that the one before led to; so a million elements never wait at once.
 * Fields and elements of one object come in their order, so that in a chain only its rest waits.
 */
public final class Pending {
    /** Elements of an array that are scanned at a time. */
    static final int SLICE = 64;

    /** Numbers in the low halves, layouts in the high ones; or where to go on in an array, below its complement. */
    private long[] entries = new long[1 << 8];
    private int count;
    /** The number of the object taken last. */
    int number;
    /** Its layout's place in {@link Layouts}. */
    int layout;
    /** Where to go on in it: 0 but for arrays. */
    int position;

    boolean isEmpty() {
        return count == 0;
    }

    int size() {
        return count;
    }

    void push(int number, Layout layout) {
        put(entry(number, layout));
    }

    private static long entry(int number, Layout layout) {
        return (long) layout.place << 32 | number;
    }

    private void put(long entry) {
        if (count == entries.length) {
            entries = Arrays.copyOf(entries, count * 2);
        }
        entries[count++] = entry;
    }

    /** Puts an array back to be scanned from an element on. */
    void push(int number, Layout layout, int from) {
        put(from);
        put(~entry(number, layout));
    }

    /** Takes the next object. */
    void pop() {
        long entry = entries[--count];
        position = entry >= 0 ? 0 : (int) entries[--count];
        take(entry >= 0 ? entry : ~entry);
    }

    private void take(long entry) {
        number = (int) entry;
        layout = (int) (entry >>> 32);
    }

    /** Turns what was pushed since there were {@code from} entries, so that the first will be taken first. */
    void turn(int from) {
        for (int low = from, high = count - 1; low < high; low++, high--) {
            long entry = entries[low];
            entries[low] = entries[high];
            entries[high] = entry;
        }
    }

    /** Takes the object that waits longest: for paths that are as short as can be. Nothing is put back then. */
    void first(int taken) {
        take(entries[taken]);
    }
}
