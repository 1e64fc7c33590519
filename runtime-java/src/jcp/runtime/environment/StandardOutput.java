package jcp.runtime.environment;

import java.io.FileDescriptor;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.JvmState;
import jcp.runtime.report.Problem;

/** The JVM's own streams {@code System.out} and {@code System.err}, beyond what they hold: whether writing has failed. */
public final class StandardOutput extends JvmState {
    private static final String KEY = "failed streams";
    private static PrintStream out;
    private static PrintStream err;

    /** Remembers how the run began. */
    static void remember() {
        out = System.out;
        err = System.err;
    }

    /** Prints what the JVM's own streams hold back; streams of the program are copied with what they hold. */
    public static void flush() {
        for (Object each : new Object[] {out, err}) { // no other class of arrays, as in Row
            PrintStream stream = (PrintStream) each;
            if (stream != null) {
                stream.flush();
            }
        }
    }

    static void check(List<Problem> problems) {
        for (Object each : new Object[] {out, err}) { // no other class of arrays, as in Row
            PrintStream stream = (PrintStream) each;
            if (stream != null && (Boolean) Access.getField(stream, PrintStream.class, "closing")) {
                problems.add(new Problem("java.io.PrintStream", "System.out or System.err was closed", "close the stream only after the checkpoint"));
                return;
            }
            if (stream != null && halfPrinted(stream)) {
                problems.add(new Problem("java.io.PrintStream", "System.out or System.err was given half a character (one of two surrogates)",
                    "print both surrogates of the character before the checkpoint"));
            }
        }
        if (!FileDescriptor.out.valid() || !FileDescriptor.err.valid()) {
            problems.add(new Problem("java.io.FileDescriptor", "standard output or standard error was closed", "close it only after the checkpoint"));
        }
    }

    /** Whether the first of two surrogates was printed alone: its encoder waits for the second. */
    private static boolean halfPrinted(PrintStream stream) {
        Object writer = Access.getField(stream, PrintStream.class, "charOut");
        Object encoder = Access.getField(writer, java.io.OutputStreamWriter.class, "se");
        return (Boolean) Access.getField(encoder, encoder.getClass(), "haveLeftoverChar");
    }

    /** Whether writing has failed, which {@code checkError} goes on to tell. */
    private static boolean failed(PrintStream stream) {
        return stream != null && (Boolean) Access.getField(stream, PrintStream.class, "trouble");
    }

    private static void restoreFailed(PrintStream stream, String failed) {
        if (stream != null && failed.equals("true")) {
            Access.setField(stream, PrintStream.class, "trouble", true);
        }
    }

    @Override
    public void capture(Map<String, String[]> state) {
        if (failed(out) || failed(err)) {
            state.put(KEY, new String[] {Boolean.toString(failed(out)), Boolean.toString(failed(err))});
        }
    }

    @Override
    public void restore(Map<String, String[]> state) {
        String[] failed = state.get(KEY);
        if (failed != null) {
            restoreFailed(out, failed[0]);
            restoreFailed(err, failed[1]);
        }
    }
}
