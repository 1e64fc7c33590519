package jcp.runtime;

import java.util.Map;

/**
 * The generator of identity hashes of the main thread: Marsaglia's xor-shift (HotSpot's {@code get_next_hash}, mode 5), whose
 * four words lie in the JVM's own memory for the thread. Objects that are hashed after the checkpoint get in the replay the
 * hashes that they got in the capturing run, so tables keyed by them iterate in the same order.
 *
 * <p>The words are found by hashing a new object: its hash is the low 31 bits of the first word. A second object must then
 * get what the words predict. If they are not found (another mode, another JVM), hashes go on as the fresh JVM makes them.
 *
 * <p>Left out: hashes that other threads give; the JVM seeds each thread from a counter of its own. And hashes that the JDK takes
 * when it links code: what was linked before the checkpoint is linked in the replay when it first runs there.
 */
final class HashGenerator {
    private static final String KEY = "hash generator";
    /** How much of the JVM's memory for a thread is looked at; it is larger on all JDKs. */
    private static final int REACH = 0x480;
    private static final int WORDS = 4;
    private static long address = -1;
    private static int[] wanted;

    private HashGenerator() {}

    /** The words, w, x, y and z, of the current thread; null if they are not found. Takes no hash, as seen from outside. */
    static int[] state() {
        if (address < 0) {
            address = find();
        }
        return address == 0 ? null : read(address);
    }

    /** Puts the words back, if there were any. */
    static void set(int[] words) {
        for (int i = 0; words != null && i < WORDS; i++) {
            Access.U.putInt(address + 4L * i, words[i]);
        }
    }

    static void take(int[] words, Map<String, String[]> state) {
        if (words != null) {
            String[] text = new String[WORDS];
            for (int i = 0; i < WORDS; i++) {
                text[i] = Integer.toString(words[i]);
            }
            state.put(KEY, text);
        }
    }

    /** Remembers what {@link #give} is to set. */
    static void remember(Map<String, String[]> state) {
        String[] text = state.get(KEY);
        if (text != null && state() != null) {
            wanted = new int[WORDS];
            for (int i = 0; i < WORDS; i++) {
                wanted[i] = Integer.parseInt(text[i]);
            }
        }
    }

    /** Called as the last thing before the program goes on. */
    static void give() {
        set(wanted);
        wanted = null;
    }

    private static int[] read(long at) {
        int[] words = new int[WORDS];
        for (int i = 0; i < WORDS; i++) {
            words[i] = Access.U.getInt(at + 4L * i);
        }
        return words;
    }

    private static long find() {
        long thread = (Long) Access.getField(Thread.currentThread(), Thread.class, "eetop");
        int hash = System.identityHashCode(new Object());
        for (long at = thread; at < thread + REACH; at += 4) {
            if ((Access.U.getInt(at) & Marks.MASK) != hash) {
                continue;
            }
            int[] after = read(at);
            int expected = next(after) & Marks.MASK;
            if (System.identityHashCode(new Object()) == expected && (Access.U.getInt(at) & Marks.MASK) == expected) {
                address = at;
                set(previous(after));
                return at;
            }
        }
        return 0;
    }

    /** The word that comes next. */
    private static int next(int[] words) {
        int t = words[1] ^ words[1] << 11;
        return words[0] ^ words[0] >>> 19 ^ t ^ t >>> 8;
    }

    /** The words one step before: the inverse of {@link #next}. */
    private static int[] previous(int[] words) {
        int[] before = {words[3], 0, words[1], words[2]};
        int mixed = words[0] ^ before[0] ^ before[0] >>> 19;
        int t = mixed ^ mixed >>> 8 ^ mixed >>> 16 ^ mixed >>> 24;
        before[1] = t ^ t << 11 ^ t << 22;
        return before;
    }
}
