package jcp.runtime.jvm;

/**
 * Whether the JVM verifies the classes of the class path when it links them ({@code BytecodeVerificationRemote}, of the table in
 * jvmFlag.cpp). Verifying loads classes that the code of the runtime alone names, those of exceptions for the most part, and the texts that the
 * program's first use of them meets for the first time would be known by then ({@link RandomSequence}). So it is off while a
 * hook loads parts of the runtime, which was verified when it was built.
 *
 * <p>Invariant: a JVM that verifies the JDK's classes too ({@code -Xverify:all}) verifies the runtime's. Left out: classes of the
 * program that other threads link during the hook.
 */
public final class Verification {
    private static final String OF_CLASS_PATH = "BytecodeVerificationRemote";
    private static final String OF_JDK = "BytecodeVerificationLocal";

    /** Where the flag is; 0 if it is not known or is not to be changed. */
    private static long address;
    private static boolean sought;

    private Verification() {}

    /** Switches it off; returns whether it was on. */
    public static boolean suspend() {
        if (!sought && Opening.open() == null) {
            sought = true;
            address = find();
        }
        boolean was = address != 0 && Access.U.getByte(address) != 0;
        if (was) {
            Access.U.putByte(address, (byte) 0);
        }
        return was;
    }

    /** {@code was}: what {@link #suspend} returned. */
    public static void resume(boolean was) {
        if (was) {
            Access.U.putByte(address, (byte) 1);
        }
    }

    private static long find() {
        HotSpot jvm = HotSpot.find();
        long jdk = jvm == null ? 0 : jvm.flag(OF_JDK);
        return jdk == 0 || Access.U.getByte(jdk) != 0 ? 0 : jvm.flag(OF_CLASS_PATH);
    }
}
