package jcp.runtime;

import java.util.Arrays;

/**
 * Numbers for objects by identity, 1 the first. An object that was never hashed carries its number in the hash bits of its
 * mark word while the table is in use: nothing is hashed, so the program's later identity hashes stay what they would have
 * been, and {@link #release} leaves every mark as it was. Objects that have a hash, or are locked, stand in a side table.
 *
 * <p>Nobody else may ask for identity hashes meanwhile: the program's thread is stopped here and has no others.
 */
final class IdTable {
    /** The numbered objects; index 0 is unused. */
    Object[] objects = new Object[1 << 16];
    int count;

    // open addressing on the identity hash: numbers of objects that have one
    private int[] hashed = new int[1 << 10];
    private int hashedCount;
    // numbers of objects whose mark is not neutral: locked ones, mostly none
    private int[] odd = new int[8];
    private int oddCount;

    /** The object's number, or 0. */
    int get(Object object) {
        if (!Marks.known()) {
            return hashed[slot(object, System.identityHashCode(object))];
        }
        long mark = Marks.mark(object);
        if (!Marks.neutral(mark)) {
            return getOdd(object);
        }
        int hash = Marks.hash(mark);
        if (hash == 0) {
            return 0;
        }
        if (hash <= count && objects[hash] == object) {
            return hash;
        }
        return hashed[slot(object, hash)];
    }

    private int getOdd(Object object) {
        for (int i = 0; i < oddCount; i++) {
            if (objects[odd[i]] == object) {
                return odd[i];
            }
        }
        return 0;
    }

    /** Numbers an object that has no number. */
    int add(Object object) {
        if (++count == objects.length) {
            if (count > Integer.MAX_VALUE / 2) {
                throw new IllegalStateException("more than 2^30 objects");
            }
            objects = Arrays.copyOf(objects, count * 2);
        }
        objects[count] = object;
        if (!Marks.known()) {
            addHashed(object, System.identityHashCode(object));
            return count;
        }
        long mark = Marks.mark(object);
        if (!Marks.neutral(mark)) {
            if (oddCount == odd.length) {
                odd = Arrays.copyOf(odd, oddCount * 2);
            }
            odd[oddCount++] = count;
        } else if (Marks.hash(mark) != 0 || !Marks.set(object, mark, count)) {
            addHashed(object, System.identityHashCode(object));
        }
        return count;
    }

    private void addHashed(Object object, int hash) {
        if (++hashedCount * 2 > hashed.length) {
            int[] old = hashed;
            hashed = new int[old.length * 2];
            for (int number : old) {
                if (number != 0) {
                    hashed[slot(objects[number], System.identityHashCode(objects[number]))] = number;
                }
            }
        }
        hashed[slot(object, hash)] = count;
    }

    /** Where the object stands in the side table, or the free place for it. */
    private int slot(Object object, int hash) {
        int mask = hashed.length - 1;
        int at = (hash ^ hash >>> 15) & mask;
        while (hashed[at] != 0 && objects[hashed[at]] != object) {
            at = (at + 1) & mask;
        }
        return at;
    }

    /** The numbers of the objects to which the program gave an identity hash, ascending. */
    int[] numbersWithHash() {
        int[] numbers = new int[hashedCount + oddCount];
        int found = 0;
        for (int number : hashed) {
            if (number != 0) {
                numbers[found++] = number;
            }
        }
        for (int i = 0; i < oddCount; i++) {
            numbers[found++] = odd[i];
        }
        Arrays.sort(numbers);
        return numbers;
    }

    /** Puts every mark back. */
    void release() {
        if (!Marks.known()) {
            return;
        }
        for (int number = 1; number <= count; number++) {
            Object object = objects[number];
            long mark = Marks.mark(object);
            if (Marks.neutral(mark) && Marks.hash(mark) == number && !isHashed(object, number)) {
                Marks.clear(object);
            }
        }
        objects = new Object[1];
        count = 0;
    }

    // an object may by chance have been given the hash that equals its number
    private boolean isHashed(Object object, int number) {
        return hashed[slot(object, number)] == number;
    }
}
