package jcp.runtime;

/** Where a String keeps its bytes (compact strings, JEP 254). */
final class Strings {
    static final long VALUE = Access.offset(Access.field(String.class, "value"));
    static final long CODER = Access.offset(Access.field(String.class, "coder"));

    private Strings() {}

    /**
     * Whether the string is the interned one. A copy is asked about, so that if there was none, the string itself does not
     * become it.
     */
    static boolean isInterned(String text) {
        return new String(text).intern() == text;
    }
}
