package jcp.runtime.observe;

import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.MarkWords;

/**
 * Which objects the program has stored into, for {@code Observe}: a bit in the object's own mark word, of those above the
 * identity hash that the JVM leaves unused. So nothing is hashed, no object is kept alive, and memory stays bounded. There is
 * a bit for the time before the first snapshot and one for the time after each (many snapshots share the last one).
 *
 * <p>A locked object's mark is not in place. It waits in a small table until it can be marked; one that is still locked when
 * its place is needed is lost.
 *
 * <p>Left out: a full collection that moves objects resets the marks of those that have no identity hash, and with them the
 * bits. What is lost so is missing in the record, never wrong in it; a note says so. With compact object headers, or where
 * marks are not understood, nothing is noted.
 */
public final class Mutations {
    private static final int FIRST = 48;
    private static final int LAST = 62;
    private static final long ALL = (1L << LAST + 1) - (1L << FIRST);
    private static final int WAITING = 64;

    static boolean on;
    private static long bit = 1L << FIRST;
    private static final Object[] LOCKED = new Object[WAITING];
    private static final long[] BITS = new long[WAITING];
    private static int next;
    private static boolean lost;
    /** Is marked at the start, and again as long as it lives. */
    private static final Object CANARY = new int[1];

    private Mutations() {}

    static void begin() {
        // all bits above the hash are unused if they are zero in a new object
        on = MarkWords.known() && MarkWords.mark(new int[1]) >>> MarkWords.SHIFT + 31 == 0 && MarkWords.SHIFT + 31 <= FIRST;
        if (on) {
            note(CANARY);
        }
    }

    /** What the record leaves out; null if nothing. */
    static String missing() {
        if (!on) {
            return "object headers of this JVM have no free bit: no mutated objects are recorded";
        }
        if ((MarkWords.mark(CANARY) & ALL) == 0) {
            return "a full garbage collection has reset object headers: some mutated objects are missing";
        }
        return lost ? "objects were locked for a long time: some mutated objects are missing" : null;
    }

    /** From now on another bit. */
    static void next() {
        flush();
        bit = Math.min(bit << 1, 1L << LAST);
    }

    static void note(Object object) {
        long mark = MarkWords.mark(object);
        if (!MarkWords.neutral(mark)) {
            wait(object);
        } else if ((mark & bit) == 0) {
            set(object, bit);
        }
    }

    /** Whether the object was mutated since the last snapshot, or the start. */
    static boolean since(Object object) {
        return has(object, bit);
    }

    /** Whether the object was mutated at any time. */
    static boolean ever(Object object) {
        return has(object, ALL);
    }

    private static boolean has(Object object, long bits) {
        long mark = MarkWords.mark(object);
        if (MarkWords.neutral(mark)) {
            return (mark & bits) != 0;
        }
        for (int i = 0; i < WAITING; i++) {
            if (LOCKED[i] == object && (BITS[i] & bits) != 0) {
                return true;
            }
        }
        return false;
    }

    private static boolean set(Object object, long bits) {
        long mark = MarkWords.mark(object);
        while (MarkWords.neutral(mark)) {
            if (Access.U.compareAndSetLong(object, 0L, mark, mark | bits)) {
                return true;
            }
            mark = MarkWords.mark(object);
        }
        return false;
    }

    private static void wait(Object object) {
        for (int i = 0; i < WAITING; i++) {
            if (LOCKED[i] == object) {
                BITS[i] |= bit;
                return;
            }
        }
        int place = next;
        next = (place + 1) % WAITING;
        Object old = LOCKED[place];
        if (old != null && !set(old, BITS[place])) {
            lost = true;
        }
        BITS[place] = bit;
        LOCKED[place] = object;
    }

    /** MarkWords the waiting objects that are unlocked by now. */
    static void flush() {
        for (int i = 0; i < WAITING; i++) {
            if (LOCKED[i] != null && set(LOCKED[i], BITS[i])) {
                LOCKED[i] = null;
            }
        }
    }
}
