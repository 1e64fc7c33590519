package jcp.runtime.jvm;

/**
 * Has the JVM's compilers keep all values of frames: locals that nothing reads any more ({@code JvmtiExport::_can_access_local_variables}, which debuggers
 * set), and objects that do not leave their method ({@code DoEscapeAnalysis}). Both are asked for each method that is compiled.
 *
 * <p>Left out: what was compiled before; other compilers than HotSpot's own.
 */
public final class CompleteFrames {
    private static final String ESCAPE = "DoEscapeAnalysis";
    private static boolean begun;
    private static boolean escaped;

    private CompleteFrames() {}

    /** Why it cannot be; null if all frames are complete from now on. */
    public static String begin() {
        HotSpot jvm = HotSpot.find();
        long escape = jvm == null ? 0 : jvm.flag(ESCAPE);
        if (jvm == null || jvm.accessesLocals == 0 || escape == 0) {
            return "this JVM does not tell the values of the JDK's frames";
        }
        long other = jvm.flag("UseJVMCICompiler");
        if (other != 0 && Access.U.getByte(other) != 0) {
            return "the JVM's compiler is another one";
        }
        long verified = jvm.flag("BytecodeVerificationLocal");
        if (verified != 0 && Access.U.getByte(verified) != 0) {
            return "the JVM verifies the JDK's classes";
        }
        begun = true;
        Access.U.putByte(jvm.accessesLocals, (byte) 1);
        escaped = Access.U.getByte(escape) != 0;
        Access.U.putByte(escape, (byte) 0);
        return null;
    }

    /** No frame is read any more. */
    public static void end() {
        if (begun) {
            begun = false;
            HotSpot jvm = HotSpot.find();
            Access.U.putByte(jvm.accessesLocals, (byte) 0);
            Access.U.putByte(jvm.flag(ESCAPE), (byte) (escaped ? 1 : 0));
        }
    }
}
