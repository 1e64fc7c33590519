package jcp.explore;

import jdk.internal.misc.Unsafe;

/**
 * Identity hashes. All objects of this JVM have the same one, since others would differ from run to run; tables of many objects get slow by that. What a program's
 * set-up made gets numbers instead, in an order that each run has. An object that was asked for its hash keeps it.
 */
final class Hashes {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long MOST = (1L << 24) - 1;
    /** Where the hash is in an object's first word; -1: it is not where it is thought to be. */
    private static final int SHIFT;
    private static final long UNHASHED;
    /** All but the bits in which the collector counts an object's age. */
    private static final long NOT_AGE = ~(0xFL << 3);
    private static long next = 1;

    static {
        Object probe = new Object();
        UNHASHED = UNSAFE.getLong(probe, 0L) & NOT_AGE;
        int hash = System.identityHashCode(probe);
        long bits = UNSAFE.getLong(probe, 0L) & NOT_AGE ^ UNHASHED;
        boolean isKnown = hash == 1 && Long.bitCount(bits) == 1 && Long.numberOfTrailingZeros(bits) >= 7;
        SHIFT = isKnown ? Long.numberOfTrailingZeros(bits) : -1;
    }

    private Hashes() {}

    /** Gives an object a hash of its own, if it has none. Nobody else may use the object meanwhile. */
    static void give(Object object) {
        long word = UNSAFE.getLong(object, 0L);
        if (SHIFT >= 0 && (word & NOT_AGE) == UNHASHED) {
            next = next % MOST + 1;
            UNSAFE.putLong(object, 0L, word | next << SHIFT);
        }
    }
}
