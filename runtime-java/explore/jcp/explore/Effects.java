package jcp.explore;

import java.util.Arrays;

/**
 * The locations that a step read and wrote, each once. What is written does not count as read.
 */
final class Effects {
    /** Whether a step of this kind cannot be taken in some states. */
    boolean waits;
    private long[] reads = new long[2];
    private long[] writes = new long[2];
    /** Locations that the task held before the step, and frees in it. */
    private long[] frees = new long[1];
    private int freeCount;
    private int readCount;
    private int writeCount;

    static Effects reading(long location) {
        Effects effects = new Effects();
        effects.read(location);
        return effects;
    }

    static Effects writing(long location) {
        Effects effects = new Effects();
        effects.write(location);
        return effects;
    }

    void read(long location) {
        if (!contains(reads, readCount, location) && !contains(writes, writeCount, location)) {
            if (readCount == reads.length) {
                reads = Arrays.copyOf(reads, 2 * readCount);
            }
            reads[readCount++] = location;
        }
    }

    void write(long location) {
        if (!contains(writes, writeCount, location)) {
            if (writeCount == writes.length) {
                writes = Arrays.copyOf(writes, 2 * writeCount);
            }
            writes[writeCount++] = location;
        }
    }

    /** Writes a location that no task could have waited for successfully before the step. */
    void free(long location) {
        write(location);
        if (!contains(frees, freeCount, location)) {
            if (freeCount == frees.length) {
                frees = Arrays.copyOf(frees, 2 * freeCount);
            }
            frees[freeCount++] = location;
        }
    }

    boolean writes(long location) {
        return contains(writes, writeCount, location);
    }

    void add(Effects other) {
        waits |= other.waits;
        for (long location : other.reads()) {
            read(location);
        }
        for (long location : other.writes()) {
            write(location);
        }
    }

    /** Adds those of a part of the step. */
    void join(Effects part) {
        for (long location : part.frees()) {
            if (!writes(location)) {
                free(location); // else the step took it itself
            }
        }
        add(part);
    }

    /** In ascending order; without those that were written later. */
    long[] reads() {
        long[] all = new long[readCount];
        int count = 0;
        for (int at = 0; at < readCount; at++) {
            if (!contains(writes, writeCount, reads[at])) {
                all[count++] = reads[at];
            }
        }
        return sorted(all, count);
    }

    /** In ascending order. */
    long[] writes() {
        return sorted(writes, writeCount);
    }

    /** In ascending order. */
    long[] frees() {
        return sorted(frees, freeCount);
    }

    /** By which a step is known again. */
    long hash() {
        return Names.mix(Arrays.hashCode(reads()), Arrays.hashCode(writes()));
    }

    private static long[] sorted(long[] all, int count) {
        long[] sorted = Arrays.copyOf(all, count);
        if (count > 1) {
            Arrays.sort(sorted);
        }
        return sorted;
    }

    private static boolean contains(long[] all, int count, long wanted) {
        for (int at = 0; at < count; at++) {
            if (all[at] == wanted) {
                return true;
            }
        }
        return false;
    }
}
