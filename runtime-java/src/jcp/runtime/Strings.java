package jcp.runtime;

/** Where a String keeps its bytes (compact strings, JEP 254). */
final class Strings {
    static final long VALUE = Access.offset(Access.field(String.class, "value"));
    static final long CODER = Access.offset(Access.field(String.class, "coder"));

    private Strings() {}
}
