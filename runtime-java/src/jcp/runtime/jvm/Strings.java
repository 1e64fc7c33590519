package jcp.runtime.jvm;

import java.util.Map;

/** Where a String keeps its bytes (compact strings, JEP 254). */
public final class Strings extends JvmState {
    public static final long VALUE = Access.offset(String.class, "value");
    public static final long CODER = Access.offset(String.class, "coder");

    /** Bits of a string in the file, beside its coder: it is the interned one; a constant pool holds it. */
    public static final int INTERNED = 2;
    public static final int LITERAL = 4;

    private static final String WIDE = "wide strings";

    /** Whether this JVM keeps characters of one byte in one byte. */
    private static boolean isCompact() {
        return Access.U.getByte("a", CODER) == 0;
    }

    @Override
    public void capture(Map<String, String[]> state) {
        if (!isCompact()) {
            state.put(WIDE, new String[0]);
        }
    }

    /** Ends the replay if its strings are others: they are copied as they are. */
    static void check(Map<String, String[]> state) {
        if (state.containsKey(WIDE) == isCompact()) {
            throw new IllegalStateException("the capturing run had " + (isCompact() ? "no " : "") + "compact strings; replay with the"
                + " same -XX:CompactStrings");
        }
    }

    /**
     * Whether the string is the interned one. A copy is asked about, so that if there was none, the string itself does not
     * become it.
     */
    public static boolean isInterned(String text) {
        return new String(text).intern() == text;
    }

    @Override
    public void restore(Map<String, String[]> state) {
        check(state);
    }
}
