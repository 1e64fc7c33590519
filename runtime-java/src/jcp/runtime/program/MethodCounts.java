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
    private static final int[] ASKING = new int[4];

    private MethodCounts() {}

    public static void asks(int method, int how) {
        if (ASKING[how] == 0) {
            ASKING[how] = method + 1;
        }
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
