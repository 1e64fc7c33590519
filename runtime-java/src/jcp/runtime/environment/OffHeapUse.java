package jcp.runtime.environment;

import java.util.List;
import jcp.runtime.report.Problem;

/** Memory outside the heap that the program took from {@code sun.misc.Unsafe} and has not given back: no checkpoint has it. */
public final class OffHeapUse {
    /** A table with open addressing, in which programs with millions of pieces find each at once; 0 is no address. */
    private static long[] addresses = new long[16];
    private static int count;
    /** The thread that is in a call of {@code reallocateMemory}, and what it gave; of several at once the last. */
    private static Thread moving;
    private static long moved;

    private OffHeapUse() {}

    /** After a call of {@code allocateMemory}, with its result. */
    public static synchronized void taken(long address) {
        if (address != 0) { // that is no memory
            if (++count > addresses.length / 2) {
                grow();
            }
            addresses[place(address)] = address;
        }
    }

    /** Before a call of {@code freeMemory}. */
    public static synchronized void freed(long address) {
        int at = place(address);
        if (address == 0 || addresses[at] == 0) {
            return;
        }
        count--;
        addresses[at] = 0;
        int mask = addresses.length - 1;
        for (int next = at + 1 & mask; addresses[next] != 0; next = next + 1 & mask) { // others may have gone past its place
            long other = addresses[next];
            addresses[next] = 0;
            addresses[place(other)] = other;
        }
    }

    /** Before a call of {@code reallocateMemory}: where it throws, the memory stays in use. */
    public static synchronized void moves(long address) {
        moving = Thread.currentThread();
        moved = address;
    }

    /** After that call, with its result. */
    public static synchronized void moved(long address) {
        if (moving == Thread.currentThread()) {
            freed(moved);
            moving = null;
        }
        taken(address);
    }

    /** Where the address is, or would be. */
    private static int place(long address) {
        int mask = addresses.length - 1;
        int at = (int) (address * 0x9e3779b97f4a7c15L >>> 32) & mask;
        while (addresses[at] != 0 && addresses[at] != address) {
            at = at + 1 & mask;
        }
        return at;
    }

    private static void grow() {
        long[] all = addresses;
        addresses = new long[all.length * 2];
        for (long address : all) {
            if (address != 0) {
                addresses[place(address)] = address;
            }
        }
    }

    static synchronized void check(List<Problem> problems) {
        if (count > 0) {
            problems.add(new Problem("sun.misc.Unsafe", "the program uses memory outside the heap, from allocateMemory",
                "move the checkpoint before allocateMemory or after freeMemory"));
        }
    }
}
