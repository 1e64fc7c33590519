package jcp.runtime.jvm;

/**
 * Has the JVM's compilers keep all values of frames: locals that nothing reads any more ({@code JvmtiExport::_can_access_local_variables}, which debuggers
 * set), and objects that do not leave their method ({@code DoEscapeAnalysis} and its kin). They are asked for each method that is compiled. What a pool
 * runs has left its method: to read it, the first is enough.
 *
 * <p>Left out: what was compiled before; other compilers than HotSpot's own.
 */
public final class CompleteFrames {
    /** What has the compiler take objects apart; the first is in each JVM with that compiler. */
    private static final String[] APART = {"DoEscapeAnalysis", "EliminateAllocations", "EliminateAutoBox"};
    private static final byte[] WAS = new byte[APART.length];
    private static boolean keeps;
    private static boolean begun;

    private CompleteFrames() {}

    /** Why it cannot be; null if all frames are complete from now on. */
    public static String begin() {
        HotSpot jvm = HotSpot.find();
        long escape = jvm == null ? 0 : jvm.flag(APART[0]);
        if (jvm == null || jvm.accessesLocals == 0 || escape == 0) {
            return "this JVM does not tell the values of the JDK's frames";
        }
        long other = jvm.flag("UseJVMCICompiler");
        if (other != 0 && Access.U.getByte(other) != 0) {
            return "the JVM's compiler is another one";
        }
        begun = true;
        keepLocals();
        for (int i = 0; i < APART.length; i++) {
            long flag = jvm.flag(APART[i]);
            WAS[i] = flag == 0 ? 0 : Access.U.getByte(flag);
            set(flag, (byte) 0);
        }
        return null;
    }

    /** Has them keep locals alone, if the JVM lets it. */
    public static void keepLocals() {
        HotSpot jvm = HotSpot.find();
        keeps = jvm != null && jvm.accessesLocals != 0;
        if (keeps) {
            Access.U.putByte(jvm.accessesLocals, (byte) 1);
        }
    }

    /** No frame is read any more. */
    public static void end() {
        HotSpot jvm = HotSpot.find();
        if (keeps) {
            keeps = false;
            Access.U.putByte(jvm.accessesLocals, (byte) 0);
        }
        if (begun) {
            begun = false;
            for (int i = 0; i < APART.length; i++) {
                set(jvm.flag(APART[i]), WAS[i]);
            }
        }
    }

    private static void set(long flag, byte value) {
        if (flag != 0) {
            Access.U.putByte(flag, value);
        }
    }
}
