package jcp.explore;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Where the program stands: its own frames, without those of jcp and the JDK's that carry them.
 */
final class Place {
    private Place() {}

    /** The frames of the calling thread that are the program's, the innermost first. */
    static StackTraceElement[] here() {
        return of(Thread.currentThread().getStackTrace());
    }

    static StackTraceElement[] of(StackTraceElement[] frames) {
        return Arrays.stream(frames).filter(Place::isProgram).toArray(StackTraceElement[]::new);
    }

    private static boolean isProgram(StackTraceElement frame) {
        String name = frame.getClassName();
        return !name.startsWith("jcp.explore.") && !name.startsWith("jdk.internal.") && frame.getModuleName() == null && !frame.getMethodName().startsWith("jcp$");
    }

    /** The calling thread's frames as one line. */
    static String stack() {
        return shown(here());
    }

    static String shown(StackTraceElement[] frames) {
        return Arrays.stream(frames).map(Place::shown).collect(Collectors.joining(" < "));
    }

    static String shown(StackTraceElement frame) {
        return frame.getClassName() + "." + frame.getMethodName() + "(" + frame.getFileName() + ":" + frame.getLineNumber() + ")";
    }
}
