package jcp.runtime.jvm;

/**
 * What the runtime does not find in this JDK. A class of its own, whose method is said to give any exception: to verify a class
 * that throws {@code IllegalStateException} itself loads that, which the program may be the first to use ({@link Verification}).
 */
public final class Missing {
    private Missing() {}

    public static RuntimeException error(String what, Throwable cause) {
        return new IllegalStateException(what, cause);
    }
}
