package jcp.runtime;

import jcp.runtime.environment.OffHeapUse;

/** The hooks where the program takes memory from {@code sun.misc.Unsafe} and gives it back ({@link OffHeapUse}). */
public final class OffHeap {
    private OffHeap() {}

    /** After a call of {@code allocateMemory}, with its result. */
    public static void taken(long address) {
        OffHeapUse.taken(address);
    }

    /** Before a call of {@code freeMemory}. */
    public static void freed(long address) {
        OffHeapUse.freed(address);
    }

    /** Before a call of {@code reallocateMemory}: where it throws, the memory stays in use. */
    public static void moves(long address) {
        OffHeapUse.moves(address);
    }

    /** After that call, with its result. */
    public static void moved(long address) {
        OffHeapUse.moved(address);
    }
}
