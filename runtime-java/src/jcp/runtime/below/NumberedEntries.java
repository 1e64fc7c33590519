package jcp.runtime.below;

import java.util.ArrayList;
import java.util.List;
import jcp.runtime.format.Sink;
import jcp.runtime.format.Source;

/**
 * At which entries of a root below main the capturing run has numbered what could be reached, as ranges: it does so only where the
 * wanted arrival may come. The replay does the same there, and nothing at the others.
 */
public final class NumberedEntries {
    /** First and last of each range, ascending. */
    private final List<long[]> ranges = new ArrayList<>();

    /** The entry is the newest one. */
    public void add(long entry) {
        long[] last = ranges.isEmpty() ? null : ranges.get(ranges.size() - 1);
        if (last != null && last[1] == entry - 1) {
            last[1] = entry;
        } else {
            ranges.add(new long[] {entry, entry});
        }
    }

    /** Whether it did so at that entry. */
    public boolean has(long entry) {
        for (long[] range : ranges) {
            if (range[0] <= entry && entry <= range[1]) {
                return true;
            }
        }
        return false;
    }

    void write(Sink out) {
        out.varint(ranges.size());
        for (long[] range : ranges) {
            out.varint(number(range[0]));
            out.varint(number(range[1]));
        }
    }

    static NumberedEntries read(Source in) {
        NumberedEntries read = new NumberedEntries();
        for (int count = in.varint(); count > 0; count--) {
            read.ranges.add(new long[] {in.varint(), in.varint()});
        }
        return read;
    }

    static int number(long entry) {
        return (int) Math.min(entry, Integer.MAX_VALUE);
    }
}
