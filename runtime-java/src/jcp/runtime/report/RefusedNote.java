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
        File note = note(checkpoint);
        try {
            PrivateFile.write(note, text.toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // it is not there
        }
    }

    public static void remove(File checkpoint) {
        note(checkpoint).delete();
    }

    private static File note(File checkpoint) {
        return new File(checkpoint.getPath() + ".refused");
    }
}
