package jcp.runtime;

import java.util.List;

/** Memory outside the heap that the program took from {@code sun.misc.Unsafe} and has not given back: no checkpoint has it. */
public final class OffHeap {
    private static long[] addresses = new long[16];
    private static int count;

    private OffHeap() {}

    /** Behind a call of {@code allocateMemory} or {@code reallocateMemory}, with its result. */
    public static synchronized void taken(long address) {
        if (count == addresses.length) {
            long[] more = new long[count * 2];
            System.arraycopy(addresses, 0, more, 0, count);
            addresses = more;
        }
        addresses[count++] = address;
    }

    /** In front of a call of {@code freeMemory}. */
    public static synchronized void freed(long address) {
        for (int i = count - 1; i >= 0; i--) {
            if (addresses[i] == address) {
                addresses[i] = addresses[--count];
                return;
            }
        }
    }

    static synchronized void check(List<Problem> problems) {
        if (count > 0) {
            problems.add(new Problem("sun.misc.Unsafe", "the program uses memory outside the heap that it took with allocateMemory",
                "choose a checkpoint before that, or after freeMemory"));
        }
    }
}
