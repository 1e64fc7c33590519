package jcp.runtime.jvm;

import jdk.internal.misc.Unsafe;

/**
 * The identity hash in an object's mark word (the first 8 bytes of its header).
 *
 * <p>The hash has 31 bits; where they start depends on the JDK (bit 8 on 17, 11 on 25) and is found by looking at
 * objects whose hash is known. Only an unlocked mark (low bits 001) holds it in place. With compact headers (JEP 519) the class
 * lies above the hash.
 */
public final class MarkWords {
    private static final Unsafe U = Access.U;
    static final int MASK = 0x7fffffff;
    /** The lowest bits where a thread may lock without an exchange ({@code -XX:+UseBiasedLocking} on 17); such an object has no hash. */
    private static final int BIASED = 5;

    /** Where the hash starts, or -1 if the marks of this JVM are not understood. */
    public static final int SHIFT = calibrate();
    /** Whether the class lies above the hash. */
    private static final boolean ABOVE = above(SHIFT);
    /** MarkWords that hold a number have this bit: the sign, or below the hash one that no JVM uses, if the class lies above. */
    private static final long NUMBERED = ABOVE ? 1L << SHIFT - 1 : Long.MIN_VALUE;

    private MarkWords() {}

    /** Modules were hashed when the JVM started, so asking for their hashes changes no later hash. */
    private static int calibrate() {
        Object[] hashed = ModuleLayer.boot().modules().toArray();
        for (int shift = 8; shift <= 12; shift++) {
            int fitting = 0;
            for (Object object : hashed) {
                long mark = U.getLong(object, 0L);
                int hash = (int) (mark >>> shift) & MASK;
                if ((mark & 7) != 1 || hash == 0 || (mark >>> (shift + 31) == 0) == above(shift) || (mark >>> shift - 1 & 1) != 0) {
                    continue;
                }
                fitting = hash == System.identityHashCode(object) ? fitting + 1 : -hashed.length;
            }
            if (fitting > 2 && hashed.length > 2) {
                return shift;
            }
        }
        return -1;
    }

    /** Whether something lies above a hash that starts there: the class of an object that has no hash. */
    private static boolean above(int shift) {
        return shift > 0 && U.getLong(new Object(), 0L) >>> (shift + 31) != 0;
    }

    public static boolean known() {
        return SHIFT >= 0;
    }

    public static long mark(Object object) {
        return U.getLong(object, 0L);
    }

    public static boolean neutral(long mark) {
        return (mark & 7) == 1;
    }

    public static int hash(long mark) {
        return (int) (mark >>> SHIFT) & MASK;
    }

    /** The identity hash that the object has, 0 if none: also of one that is locked. -1 if that cannot be told without giving one. */
    public static int hashOf(Object object) {
        long mark = mark(object);
        if ((mark & 7) == BIASED) {
            return 0;
        }
        if (!neutral(mark) && !ABOVE && mark >>> SHIFT + 31 != 0) {
            // its mark is where this points to: to the locker's frame, or with the second bit to a monitor, whose first word it is
            mark = U.getLong(mark & ~7L);
            return neutral(mark) ? hash(mark) : -1;
        }
        return isNumbered(mark) ? 0 : hash(mark);
    }

    /** Writes the hash into an unlocked mark that has none. */
    static boolean set(Object object, long mark, int hash) {
        return U.compareAndSetLong(object, 0L, mark, mark | (long) hash << SHIFT);
    }

    /** Takes back the hash that the object was given since it had this mark, an unlocked one without a hash. */
    static void takeBack(Object object, long before) {
        long mark = mark(object);
        if (known() && neutral(before) && hash(before) == 0 && neutral(mark)) {
            U.compareAndSetLong(object, 0L, mark, before);
        }
    }

    /** Whether the mark holds a number of {@link IdTable}. */
    public static boolean isNumbered(long mark) {
        return (mark & NUMBERED) != 0;
    }

    /** Writes a number into an unlocked mark that has no hash. */
    static boolean number(Object object, long mark, int number) {
        return U.compareAndSetLong(object, 0L, mark, mark | (long) number << SHIFT | NUMBERED);
    }

    /** Takes the number out of a mark that has one. */
    static void clearNumber(Object object) {
        long mark = mark(object);
        while (isNumbered(mark) && !U.compareAndSetLong(object, 0L, mark, mark & ~((long) MASK << SHIFT | NUMBERED))) {
            mark = mark(object);
        }
    }

    /** Puts this identity hash into the place of another one, if the object is not locked. */
    public static void replace(Object object, int hash) {
        long mark = mark(object);
        while (known() && neutral(mark) && hash(mark) != hash
                && !U.compareAndSetLong(object, 0L, mark, mark & ~((long) MASK << SHIFT) | (long) hash << SHIFT)) {
            mark = mark(object);
        }
    }

    /** Gives the object this identity hash; false if it has another one already. */
    public static boolean set(Object object, int hash) {
        if (known()) {
            long mark = mark(object);
            if (neutral(mark) && hash(mark) == 0) {
                set(object, mark, hash);
            }
        }
        return System.identityHashCode(object) == hash;
    }
}
