package jcp.runtime.jvm;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The JVM's own sequence of random numbers (HotSpot's {@code os::random}), of which there is one for all threads. A thread that is
 * started takes its next number as the seed of its identity hashes ({@link HashGenerator}), and so does every text that the
 * JVM meets for the first time in a class file. So what the runtime loads would shift the hashes of threads, unless the number
 * is put back.
 *
 * <p>The sequence is that of Lehmer's generator: the next number is 16807 times the last one, modulo 2^31 - 1. The last number is a
 * variable of the JVM, which no table names. It is found among the JVM's variables by what changes when numbers are taken: a
 * word is a match only if its new value follows from the old one in a few steps.
 *
 * <p>Invariants: only that one word is written. Left out: other systems than Linux, where {@code /proc} does not tell where the JVM's
 * variables lie; there, or where nothing is found, all methods do nothing. Numbers that other threads take during a hook
 * are taken again.
 */
public final class RandomSequence {
    private static final long MODULUS = 0x7fffffff;
    private static final long FACTOR = 16807;
    /** FACTOR times this is 1, by the modulus. */
    private static final long INVERSE = 1407677000;
    /** How many numbers are taken at most while {@link Sample} is loaded, by other threads too. */
    private static final int FEW = 200;
    /** How far back the numbers are looked for that loading the first class of the runtime took. */
    private static final int FAR = 1 << 16;

    /** Of the last number; 0 if it is not known. */
    private static long address;

    private RandomSequence() {}

    /** The last number; 0 if it is not known. */
    static int now() {
        return address == 0 ? 0 : Access.U.getInt(address);
    }

    /** Makes this the last number, unless it is 0. */
    static void set(int number) {
        if (address != 0 && number != 0) {
            Access.U.putInt(address, number);
        }
    }

    private static int next(int number) {
        return (int) (number * FACTOR % MODULUS);
    }

    private static int previous(int number) {
        return (int) (number * INVERSE % MODULUS);
    }

    /** How many numbers were taken from one to the other; 0 if that is none of the next. */
    public static int count(int from, int to) {
        int at = from;
        for (int i = 0; i < FAR; i++, at = next(at)) {
            if (at == to) {
                return i;
            }
        }
        return 0;
    }

    /** The number that comes so many later; 0 stays unknown. */
    public static int after(int number, int steps) {
        int at = number;
        for (int i = 0; i < steps; i++) {
            at = next(at);
        }
        return at;
    }

    /** Looks for the variable, unless it is known. */
    static void find() {
        HotSpot jvm = address == 0 ? HotSpot.find() : null;
        if (jvm != null) {
            find(jvm);
        }
    }

    private static void find(HotSpot jvm) {
        try {
            long[] range = variables(jvm.variable);
            if (range == null) {
                return;
            }
            long length = range[1] - range[0];
            long before = Access.U.allocateMemory(length); // not on the heap: the program's collections would come earlier
            Access.U.copyMemory(null, range[0], null, before, length);
            Sample.load();
            address = changed(range[0], before, length);
            Access.U.freeMemory(before);
        } catch (IOException e) {
            address = 0; // it stays unknown
        }
    }

    /** The word that has gone on by a few steps since a copy was made; 0 if there is none. */
    private static long changed(long from, long copy, long length) {
        for (long at = 0; at + 8 <= length; at += 8) {
            if (Access.U.getLong(from + at) == Access.U.getLong(copy + at)) {
                continue;
            }
            for (long word = at; word < at + 8; word += 4) {
                if (follows(Access.U.getInt(from + word), Access.U.getInt(copy + word))) {
                    return from + word;
                }
            }
        }
        return 0;
    }

    private static boolean follows(int number, int earlier) {
        int at = earlier;
        for (int i = 0; i < FEW && earlier > 0 && earlier < MODULUS; i++) {
            at = next(at);
            if (at == number) {
                return true;
            }
        }
        return false;
    }

    /** Loaded to have numbers taken: the names of its members are those of no other class. */
    private static final class Sample {
        static int jcpOne;
        static int jcpTwo;

        static void load() {}
    }

    /** Where the piece of memory begins and ends in which this variable of the JVM lies; null if the system does not tell. */
    private static long[] variables(long one) throws IOException {
        byte[] bytes;
        try (FileInputStream in = new FileInputStream("/proc/self/maps")) {
            bytes = in.readAllBytes();
        }
        String maps = new String(bytes, StandardCharsets.ISO_8859_1);
        for (int line = 0; line < maps.length(); line = maps.indexOf('\n', line) + 1) {
            int dash = maps.indexOf('-', line);
            long from = Long.parseUnsignedLong(maps, line, dash, 16);
            long to = Long.parseUnsignedLong(maps, dash + 1, maps.indexOf(' ', dash), 16);
            if (from <= one && one < to) {
                return new long[] {from, to};
            }
        }
        return null;
    }

    /**
     * The state of the generator as the JVM would have begun without jcp: less what the {@code first} class of the runtime and those after
     * it have taken since, and less the texts that jcp has added to the program's classes that were loaded before.
     */
    public static HashGenerator begin(HashGenerator begun, Class<?> first) {
        HotSpot jvm = begun == null ? null : HotSpot.find();
        if (jvm == null) {
            return begun;
        }
        find(jvm);
        int number = now() == 0 ? 0 : before(jvm.marksOfTexts(first, null));
        if (number == 0) {
            address = 0;
            return begun.with(0);
        }
        for (int i = added(jvm, number); i > 0; i--) {
            number = previous(number);
        }
        return begun.with(number);
    }

    /**
     * How many texts of what jcp has added to classes of the program took a number until the last one. The texts of a class
     * take theirs one after the other, as far as they are new: each number is that of the class which has the most in a row there, since
     * one alone, of 16 bits, may be chance.
     */
    private static int added(HotSpot jvm, int last) {
        List<long[]> all = new ArrayList<>();
        List<long[]> added = new ArrayList<>();
        int back = 0;
        for (Class<?> type : LoadedClasses.ofProgram()) {
            int[] marks = jvm.marksOfTexts(type, ADDED);
            int number = marks.length == 0 ? 0 : before(marks);
            back = Math.max(back, number == 0 ? 0 : count(number, last));
            all.add(bits(jvm.marksOfTexts(type, null)));
            added.add(bits(marks));
        }
        int[] numbers = new int[back];
        for (int i = back - 1, at = last; i >= 0; i--, at = previous(at)) {
            numbers[i] = at & 0xffff;
        }
        int[] longest = new int[back];
        boolean[] counts = new boolean[back];
        for (int each = 0; each < all.size(); each++) {
            for (int from = 0, to; from < back; from = to + 1) {
                to = from;
                while (to < back && has(all.get(each), numbers[to])) {
                    to++;
                }
                for (int i = from; i < to && to - from > 1; i++) {
                    if (to - from > longest[i]) {
                        longest[i] = to - from;
                        counts[i] = has(added.get(each), numbers[i]);
                    }
                }
            }
        }
        int count = 0;
        for (boolean each : counts) {
            count += each ? 1 : 0;
        }
        return count;
    }

    /** Whether the text with this mark took one of the last numbers, with two others of these next to it. */
    static boolean tookOne(int mark, int[] others) {
        long[] all = new long[1 << 10];
        for (int each : others) {
            add(all, each);
        }
        for (int i = 0, at = now(), behind = 0; at != 0 && i < FAR; i++, behind = at, at = previous(at)) {
            int before = previous(at);
            if ((at & 0xffff) == mark >>> 16 && has(all, before & 0xffff)
                    && (has(all, behind & 0xffff) || has(all, previous(before) & 0xffff))) {
                return true;
            }
        }
        return false;
    }

    /** The numbers' bits of marks, as a set. */
    private static long[] bits(int[] marks) {
        long[] bits = new long[1 << 10];
        for (int mark : marks) {
            if ((short) mark != PERMANENT) {
                add(bits, mark);
            }
        }
        return bits;
    }

    private static void add(long[] bits, int mark) {
        bits[mark >>> 22] |= 1L << (mark >>> 16);
    }

    private static boolean has(long[] bits, int number) {
        return (bits[number >>> 6] >>> number & 1) != 0;
    }

    /** The first text that jcp adds to a class; the rest of its texts follow. */
    private static final String ADDED = "jcp/runtime";

    /**
     * The last number before these texts took theirs, one after the other as far as they were new; 0 if there is none.
     */
    private static int before(int[] marks) {
        int at = now();
        for (int i = 0; i < FAR; i++, at = previous(at)) {
            int taken = taken(at, marks);
            if (taken >= SURE) {
                for (int earlier = previous(at); taken(earlier, marks) > taken; taken++) {
                    at = earlier;
                    earlier = previous(at);
                }
                return at;
            }
        }
        return 0;
    }

    /** So many numbers of 16 bits in a row are no chance. */
    private static final int SURE = 4;

    /** How many of these texts took the next numbers, one after the other. */
    private static int taken(int number, int[] marks) {
        int at = next(number);
        int count = 0;
        for (int mark : marks) {
            if (mark >>> 16 == (at & 0xffff) && (short) mark != PERMANENT) {
                count++;
                at = next(at);
            }
        }
        return count;
    }

    /** In the place of how often a text is referred to that is never forgotten, as those in the JVM's archive. */
    private static final short PERMANENT = -1;
}
