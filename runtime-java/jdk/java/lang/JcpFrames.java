package java.lang;

import java.util.function.Function;

/**
 * What the resume blocks of the JDK's methods ask in a replay ({@code jcp.runtime.jvm.ResumeBlocks}): whether an activation of the method is
 * one that was under way at the checkpoint, and its values.
 */
public final class JcpFrames {
    /** Is given the receiver and the method's number; says the number of the block, from 1, or 0. Null: nothing is to be resumed any more. */
    static Function<Object[], Object> jcpAsked;
    static Object[] jcpObjects;
    static long[] jcpNumbers;

    private JcpFrames() {}

    /** Which block of the method, from 1, resumes this activation; 0 if it begins. */
    public static int jcpResumes(Object receiver, int method) {
        Function<Object[], Object> asked = jcpAsked;
        return asked == null ? 0 : (Integer) asked.apply(new Object[] {receiver, method});
    }

    public static Object jcpObject(int slot) {
        return jcpObjects[slot];
    }

    public static int jcpInt(int slot) {
        return (int) jcpNumbers[slot];
    }

    public static long jcpLong(int slot) {
        return jcpNumbers[slot];
    }

    public static float jcpFloat(int slot) {
        return Float.intBitsToFloat((int) jcpNumbers[slot]);
    }

    public static double jcpDouble(int slot) {
        return Double.longBitsToDouble(jcpNumbers[slot]);
    }
}
