package jcp.runtime;

/** Marks clones: a method's clone has one more parameter, an array of this type, and is always passed null. */
public final class Context {
    private Context() {}
}
