package jcp.runtime.program;

/**
 * How often the methods of the program were entered, by the numbers that the rewriter gave them: once is as good as often, but for
 * methods of chains, whose captured activations do not count as whole runs.
 *
 * <p>Left out: a run that another thread begins during the snapshot. Threads of the program stand still then.
 */
public final class MethodCounts {
    /** More methods have no numbers. */
    private static final int MOST = 500_000;
    /** That a method was entered which is in no chain. */
    public static final byte RUNS = 65;
    public static final byte[] OF = new byte[MOST];

    /** For each way of asking about the program (the rewriter has them) the method that did so first, and one more; 0 if none did. */
    private static final int[] ASKING = new int[5];
    /**
     * The ways of coming to class files, of asking where any classes are, of opening a file that is not known, and of asking where those of a
     * {@code CodeSource} are.
     */
    private static final int READING = 1;
    private static final int OF_ALL = 2;
    static final int OPENING = 3;
    private static final int OF_SOURCE = 4;
    /** The sources that were asked; if they are more, any counts. */
    private static final Object[] SOURCES = new Object[64];
    /** What was opened; if it is more, that is not known. */
    private static final Object[] OPENED = new Object[256];

    private MethodCounts() {}

    public static void asks(int method, int how) {
        if (ASKING[how] == 0) {
            ASKING[how] = method + 1;
        }
    }

    public static void locates(Object source, int method) {
        add(SOURCES, source, method, OF_SOURCE, OF_ALL);
    }

    public static void opens(Object what, int method) {
        add(OPENED, what, method, -1, OPENING);
    }

    public static void makesLoader(Object urls, int method) {
        if (urls == null || ((Object[]) urls).length > 0) {
            asks(method, READING);
        }
    }

    /** Adds it to those that are there, or notes the method if there is no room. */
    private static synchronized void add(Object[] all, Object what, int method, int how, int otherwise) {
        for (int i = 0; what != null && i < all.length; i++) {
            if (all[i] == what) {
                return;
            }
            if (all[i] == null) {
                all[i] = what;
                if (how >= 0) {
                    asks(method, how);
                }
                return;
            }
        }
        if (what != null) {
            asks(method, otherwise);
        }
    }

    /** What was opened, and nulls after it. */
    static Object[] opened() {
        return OPENED;
    }

    /** The sources of which it was asked where they are, and nulls after them. */
    static Object[] sources() {
        return SOURCES;
    }

    /** The numbers of those methods, and one more. */
    static String[] asking() {
        String[] all = new String[ASKING.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = Integer.toString(ASKING[i]);
        }
        return all;
    }

    /** Counts an entry of a method that is in a chain. */
    public static void again(int method) {
        if (OF[method] < RUNS - 1) {
            OF[method]++;
        }
    }

    /** The counts as text: a letter for each method, from the blank on; what is behind the last that was entered is missing. */
    static String text() {
        int end = MOST;
        while (end > 0 && OF[end - 1] == 0) {
            end--;
        }
        StringBuilder text = new StringBuilder(end);
        for (int i = 0; i < end; i++) {
            text.append((char) (' ' + OF[i]));
        }
        return text.toString();
    }
}
