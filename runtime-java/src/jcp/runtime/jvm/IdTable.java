package jcp.runtime.jvm;

import java.util.Arrays;

/**
 * Numbers for objects by identity, 1 the first. An object that was never hashed carries its number in the hash bits of its
 * mark word while the table is in use, flagged by the mark's sign, which the JVM leaves at 0: one read tells an object's
 * number. Nothing is hashed, so the program's later identity hashes stay what they would have been, and {@link #release}
 * leaves every mark as it was. Objects that have a hash stand in a side table, those that are locked in a list.
 *
 * <p>Nobody else may ask for identity hashes meanwhile: the program's thread is stopped here and has no others. Threads of
 * the JVM may lock an object for a moment; so marks are exchanged atomically, and such a lock is waited for. If the JVM gives
 * up the monitor of a listed object, the object may have been numbered twice: {@link #numbersWithHash} finds that.
 *
 * <p>The numbered objects are kept in short arrays: the collector finds these in the young generation while they are filled,
 * where a reference is stored without a note for it, and nothing is copied when there are more of them.
 */
public final class IdTable {
    private static final int BITS = 12;
    private static final int PIECE = 1 << BITS;
    /** How often a lock is looked at again before it is taken for the program's. */
    private static final int PATIENCE = 1000;
    /** How many marks are fetched from memory at a time. */
    private static final int BATCH = 16;

    /** Arrays ({@link Row} says why their class is not told). */
    private Object[] pieces = new Object[16];
    public int count;

    // open addressing on the identity hash: numbers of objects that have one
    private int[] hashed = new int[1 << 10];
    private int hashedCount;
    // numbers of objects whose mark is not neutral: locked ones, mostly none
    private int[] odd = new int[8];
    private int oddCount;

    public IdTable() {
        pieces[0] = new Object[PIECE];
    }

    /** The object with this number. */
    public Object object(int number) {
        return ((Object[]) pieces[number >>> BITS])[number & PIECE - 1];
    }

    /** The object's number, or 0. */
    public int get(Object object) {
        if (!MarkWords.known()) {
            return hashed[slot(object, System.identityHashCode(object))];
        }
        long mark = MarkWords.mark(object);
        return MarkWords.isNumbered(mark) ? MarkWords.hash(mark) : getHashed(object, mark);
    }

    private int getHashed(Object object, long mark) {
        if (MarkWords.neutral(mark)) {
            int hash = MarkWords.hash(mark);
            return hash == 0 ? 0 : hashed[slot(object, hash)];
        }
        for (int i = 0; i < oddCount; i++) {
            if (object(odd[i]) == object) {
                return odd[i];
            }
        }
        for (int i = 0; i < PATIENCE; i++) {
            if (MarkWords.neutral(MarkWords.mark(object))) {
                return get(object);
            }
            Thread.onSpinWait();
        }
        return 0;
    }

    /** Numbers an object that has no number. */
    public int add(Object object) {
        int number = count + 1;
        int piece = number >>> BITS;
        if ((number & PIECE - 1) == 0) {
            grow(piece); // first, since where memory ends here, all that is counted must be there to be released
        }
        count = number;
        ((Object[]) pieces[piece])[number & PIECE - 1] = object;
        if (MarkWords.known()) {
            long mark = MarkWords.mark(object);
            if (!MarkWords.neutral(mark)) {
                odd = oddCount == odd.length ? Arrays.copyOf(odd, oddCount * 2) : odd;
                odd[oddCount++] = number;
                return number;
            }
            if (MarkWords.hash(mark) == 0 && MarkWords.number(object, mark, number)) {
                return number;
            }
        }
        addHashed(object, System.identityHashCode(object));
        return number;
    }

    private void grow(int piece) {
        if (count > Integer.MAX_VALUE / 2) {
            throw new IllegalStateException("the checkpoint would have more than 2^30 objects, which jcp does not support");
        }
        if (piece == pieces.length) {
            pieces = Arrays.copyOf(pieces, piece * 2);
        }
        pieces[piece] = new Object[PIECE];
    }

    private void addHashed(Object object, int hash) {
        if (++hashedCount * 2 > hashed.length) {
            int[] old = hashed;
            hashed = new int[old.length * 2];
            for (int number : old) {
                if (number != 0) {
                    hashed[slot(object(number), System.identityHashCode(object(number)))] = number;
                }
            }
        }
        hashed[slot(object, hash)] = count;
    }

    /** Where the object stands in the side table, or the free place for it. */
    private int slot(Object object, int hash) {
        int mask = hashed.length - 1;
        int at = (hash ^ hash >>> 15) & mask;
        while (hashed[at] != 0 && object(hashed[at]) != object) {
            at = (at + 1) & mask;
        }
        return at;
    }

    /** The numbers of the objects to which the program gave an identity hash, ascending. */
    public int[] numbersWithHash() {
        int[] numbers = new int[hashedCount + oddCount];
        int found = 0;
        for (int i = 0; i < oddCount; i++) {
            Object object = object(odd[i]);
            if (MarkWords.hashOf(object) != 0) {
                numbers[found++] = odd[i];
            }
            long mark = MarkWords.mark(object);
            boolean again = MarkWords.neutral(mark)
                && (MarkWords.isNumbered(mark) || MarkWords.hash(mark) != 0 && hashed[slot(object, MarkWords.hash(mark))] != 0);
            if (again) {
                throw new IllegalStateException("the JVM released the monitor of an object during the capture; capture again");
            }
        }
        for (int number : hashed) {
            if (number != 0) {
                numbers[found++] = number;
            }
        }
        numbers = Arrays.copyOf(numbers, found);
        sort(numbers);
        return numbers;
    }

    /** Sorts different numbers of objects. Sorting as the JDK does would link classes that the program may be the first to use. */
    private void sort(int[] numbers) {
        long[] set = new long[count / Long.SIZE + 1];
        for (int number : numbers) {
            set[number / Long.SIZE] |= 1L << number % Long.SIZE;
        }
        int found = 0;
        for (int i = 0; i < set.length; i++) {
            for (long rest = set[i]; rest != 0; rest &= rest - 1) {
                numbers[found++] = i * Long.SIZE + Long.numberOfTrailingZeros(rest);
            }
        }
    }

    /** Puts every mark back. */
    public void release() {
        for (int first = 1; MarkWords.known() && first <= count; first += BATCH) {
            int end = Math.min(first + BATCH, count + 1);
            boolean any = false;
            for (int number = first; number < end; number++) {
                any |= MarkWords.isNumbered(MarkWords.mark(object(number))); // many reads at once, before the first exchange
            }
            for (int number = first; any && number < end; number++) {
                MarkWords.clearNumber(object(number));
            }
        }
        pieces = new Object[] {new Object[1]};
        count = 0;
    }
}
