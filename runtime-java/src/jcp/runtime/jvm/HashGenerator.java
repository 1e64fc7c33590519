package jcp.runtime.jvm;

import java.util.Map;

/**
 * The generator of identity hashes. HotSpot's default one (-XX:hashCode=5) is Marsaglia's xorshift with four words of state
 * for each thread, in the JVM's structure of the thread, to which {@code Thread.eetop} points. A run repeats its numbers, so
 * what a program makes of them (default texts, orders of iteration) is repeated too, unless the runtime's own work shifts
 * them. So each hook notes the state and puts it back, and the replay goes on with the captured one.
 *
 * <p>The state is found by what it gave: its words are the last four hashes, but for their top bits. A word is a match only
 * if the next number is foretold right too. Where none is found (another -XX:hashCode, another JVM) all methods do nothing.
 *
 * <p>Invariants: no more than {@link #BOUND} bytes of the structure are read, which every JVM since 17 allocates in one
 * piece of at least 1392; only the states of the current thread and of idle workers are touched. Steps are invertible, so the state of an earlier
 * moment follows from two hashes taken then. Left out: objects of the JDK that the runtime's work hashes keep those hashes.
 */
public final class HashGenerator {
    private static final int BOUND = 1280;
    private static final int MASK = 0x7fffffff;
    /** Steps back after which a hash is taken for not found. */
    private static final int FAR = 1 << 20;

    private static final String KEY_AT_START = "hash generator at the start";

    /** The state before the first hook; in a replay that of the captured run, until it is given. */
    private static HashGenerator atStart;
    private static boolean sought;
    /** Where the words lie in the structure, in the order w, x, y, z; 0 if that is not known. */
    private static long offset;

    /** The last number and the three before it, the oldest first. */
    public final int x;
    public final int y;
    public final int z;
    public final int w;

    /** The number of the JVM's own sequence at the time; 0 if it is not known, or is not to be put back. */
    public final int random;

    public HashGenerator(int x, int y, int z, int w, int random) {
        this.x = x;
        this.y = y;
        this.z = z;
        this.w = w;
        this.random = random;
    }

    /** The same with another number of the JVM's sequence. */
    public HashGenerator with(int number) {
        return new HashGenerator(x, y, z, w, number);
    }

    /** The program begins, with this state. */
    public static void begin(HashGenerator state) {
        atStart = state;
    }

    /** The current thread's state as at the call; null if it is not known. */
    public static HashGenerator now() {
        if (!sought) {
            return seek();
        }
        long address = address();
        return address == 0 ? null : read(address).with(RandomSequence.now());
    }

    /** Back to a state of this thread's; the JVM's own sequence, which may have gone on for others, stays. Null: nothing is done. */
    public static void back(HashGenerator before) {
        if (before != null) {
            set(before.with(0));
        }
    }

    /** The state before the current thread took these two hashes. Not known: as {@link #now}. */
    public static HashGenerator before(int first, int second) {
        HashGenerator now = now();
        HashGenerator state = now;
        for (int i = 0; state != null && i < FAR; i++) {
            if (same(state.w, second) && same(state.z, first)) {
                return state.back().back();
            }
            state = state.back();
        }
        return now;
    }

    /** Makes this the current thread's state. */
    public static void set(HashGenerator state) {
        long address = state == null ? 0 : address();
        if (address != 0) {
            Manifests.forget();
            write(address, state);
            RandomSequence.set(state.random);
        }
    }

    /** The state of another thread, which waits; null if it is not known. */
    public static HashGenerator of(Thread t) {
        long address = offset == 0 ? 0 : Access.U.getLong(t, Structure.POINTER);
        return address == 0 ? null : read(address + offset);
    }

    /** Makes this the state of another thread, which waits. */
    public static void set(Thread t, HashGenerator state) {
        long address = offset == 0 ? 0 : Access.U.getLong(t, Structure.POINTER);
        if (address != 0) {
            write(address + offset, state);
        }
    }

    private static void write(long at, HashGenerator state) {
        Access.U.putInt(at, state.w);
        Access.U.putInt(at + 4, state.x);
        Access.U.putInt(at + 8, state.y);
        Access.U.putInt(at + 12, state.z);
    }

    /** Whether the last hash was this one. */
    public boolean gave(int hash) {
        return same(w, hash);
    }

    /** The last hash. */
    public int given() {
        return w & MASK;
    }

    private static int hash() {
        return System.identityHashCode(new Object());
    }

    private static boolean same(int word, int hash) {
        return (word & MASK) == hash;
    }

    /** Takes hashes, looks for them, and gives them back. */
    private static synchronized HashGenerator seek() {
        int[] taken = {hash(), hash(), hash(), hash()};
        boolean open = Opening.open() == null;
        if (open) {
            boolean verified = Verification.suspend();
            try {
                find();
                RandomSequence.now(); // links that class
            } finally {
                Verification.resume(verified);
            }
        }
        sought = true;
        HashGenerator state = now();
        for (int i = 0; state != null && i < FAR; i++) {
            if (state.gave(taken)) {
                return state.back().back().back().back();
            }
            state = state.back();
        }
        offset = 0;
        return null;
    }

    private static void find() {
        long thread = thread();
        int[] taken = {hash(), hash(), hash(), hash()};
        for (int at = 8; thread != 0 && at + 16 <= BOUND; at += 4) {
            HashGenerator state = read(thread + at);
            if (state.gave(taken) && same(state.next(), hash())) {
                offset = at;
                return;
            }
        }
    }

    private boolean gave(int[] taken) {
        return same(x, taken[0]) && same(y, taken[1]) && same(z, taken[2]) && same(w, taken[3]);
    }

    private static long address() {
        long thread = offset == 0 ? 0 : thread();
        return thread == 0 ? 0 : thread + offset;
    }

    /** The JVM's structure of the current thread; 0 for a virtual one. */
    private static long thread() {
        return Access.U.getLong(Thread.currentThread(), Structure.POINTER);
    }

    /** Apart, since Access must not be linked before the JVM is open. */
    private static final class Structure {
        static final long POINTER = Access.U.objectFieldOffset(Thread.class, "eetop");
    }

    private static HashGenerator read(long at) {
        return new HashGenerator(
            Access.U.getInt(at + 4), Access.U.getInt(at + 8), Access.U.getInt(at + 12), Access.U.getInt(at), 0);
    }

    private int next() {
        int t = x ^ x << 11;
        return w ^ w >>> 19 ^ t ^ t >>> 8;
    }

    /** The state so many hashes later. */
    public HashGenerator after(int hashes) {
        HashGenerator state = this;
        for (int i = hashes; i < 0; i++) {
            state = state.back();
        }
        for (int i = 0; i < hashes; i++) {
            state = new HashGenerator(state.y, state.z, state.w, state.next(), state.random);
        }
        return state;
    }

    /** How many hashes were taken until the other state; 0 if that is none of the next. */
    public int until(HashGenerator other) {
        HashGenerator state = this;
        for (int i = 0; i < FAR; i++) {
            if (state.w == other.w && state.z == other.z && state.y == other.y && state.x == other.x) {
                return i;
            }
            state = state.after(1);
        }
        return 0;
    }

    /** The how manyth of so many next ones the hash is; 0 if none. */
    public int position(int hash, int most) {
        HashGenerator state = this;
        for (int i = 1; i <= most; i++) {
            state = state.after(1);
            if (state.gave(hash)) {
                return i;
            }
        }
        return 0;
    }

    /** The state before the last hash. */
    public HashGenerator back() {
        int mixed = w ^ z ^ z >>> 19; // t ^ t >>> 8
        int t = mixed ^ mixed >>> 8 ^ mixed >>> 16 ^ mixed >>> 24;
        int oldest = t ^ t << 11 ^ t << 22; // of t = x ^ x << 11
        return new HashGenerator(oldest, x, y, z, random);
    }

    /** The state as text, for {@link #of(String[])}. */
    public String[] text() {
        return new String[] {Integer.toString(x), Integer.toString(y), Integer.toString(z), Integer.toString(w), Integer.toString(random)};
    }

    /** The state of a text; null if it is empty, or this JVM's generator is not known. */
    public static HashGenerator of(String[] text) {
        if (text.length > 0) {
            RandomSequence.find();
        }
        return text.length == 0 || now() == null ? null : new HashGenerator(
            Integer.parseInt(text[0]), Integer.parseInt(text[1]), Integer.parseInt(text[2]), Integer.parseInt(text[3]),
            Integer.parseInt(text[4]));
    }

    /** The state at the start, where a replay runs the program up to the chain's root. */
    public static void captureStart(Map<String, String[]> all) {
        if (atStart != null) {
            all.put(KEY_AT_START, atStart.text());
        }
    }

    /** Without the archive of classes the start of a JVM takes now more, now fewer hashes. */
    public static void rememberStart(Map<String, String[]> all) {
        atStart = of(all.getOrDefault(KEY_AT_START, new String[0]));
    }

    /** After the first hook of a replay: goes on as the captured run did; elsewhere with the state given. */
    public static void goOnFromStart(HashGenerator otherwise) {
        set(atStart == null ? otherwise : atStart);
        atStart = null;
    }
}
