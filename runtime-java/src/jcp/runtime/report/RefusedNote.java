package jcp.runtime.report;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import jcp.runtime.jvm.PrivateFile;

/**
 * The file {@code NAME.jcp.refused} beside a checkpoint from which a replay could not start, with the reasons: {@code jcp refresh} has
 * the next run capture then. A capturing run removes it, and a replay that can start. It is written beside its name and renamed, so
 * that it is whole or not there; its owner alone may read it, as reasons may name what the checkpoint holds.
 *
 * <p>A capturing run that was refused for threads whose chains it was not told leaves these chains in the same way, in {@code NAME.jcp.threads},
 * a line each: {@code jcp refresh} makes jars with them.
 *
 * <p>Left out: what goes wrong here. The reasons are on standard error, and without the note all is as it was.
 */
public final class RefusedNote {
    private RefusedNote() {}

    public static void leave(File checkpoint, List<Problem> problems) {
        if (!checkpoint.isFile() || Settings.property("jcp.set") != null) {
            return; // a replay with other values may be refused for these
        }
        StringBuilder text = new StringBuilder();
        for (Problem problem : problems) {
            text.append(problem.type).append(": ").append(problem.why).append('\n');
        }
        write(note(checkpoint), text);
    }

    /** The chains of threads among the reasons for which a capture was refused. */
    public static void leaveThreads(File checkpoint, List<Problem> problems) {
        StringBuilder text = new StringBuilder();
        for (Problem problem : problems) {
            text.append(problem.thread).append(problem.thread.isEmpty() ? "" : "\n");
        }
        if (text.length() > 0) {
            write(threads(checkpoint), text);
        }
    }

    private static void write(File note, StringBuilder text) {
        try {
            PrivateFile.write(note, text.toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // it is not there
        }
    }

    public static void remove(File checkpoint) {
        note(checkpoint).delete();
    }

    /** Before a capture. */
    public static void removeThreads(File checkpoint) {
        threads(checkpoint).delete();
    }

    private static File note(File checkpoint) {
        return new File(checkpoint.getPath() + ".refused");
    }

    private static File threads(File checkpoint) {
        return new File(checkpoint.getPath() + ".threads");
    }
}
