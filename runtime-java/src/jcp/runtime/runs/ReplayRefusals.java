package jcp.runtime.runs;

import java.io.File;
import java.io.IOException;
import java.util.List;
import jcp.runtime.report.CannotReplay;
import jcp.runtime.report.Messages;
import jcp.runtime.report.Problem;
import jcp.runtime.report.RefusedNote;
import jcp.runtime.report.Report;

/** How a replay says that it cannot be done. */
final class ReplayRefusals {
    /** Exit status of a replay that cannot be done. */
    private static final int CANNOT_REPLAY = 78;

    /** Until the program goes on: the checkpoint that is restored, beside which a note is left. */
    private File checkpoint;

    /** From now on it is about this checkpoint; null: about none. */
    void about(File restored) {
        checkpoint = restored;
    }

    /** An earlier refusal of the checkpoint is no more. */
    void takeBack() {
        RefusedNote.remove(checkpoint);
    }

    /** {@code noted}: whether a note is left for the next capturing run. */
    void tell(List<Problem> problems, boolean noted) {
        for (Problem problem : problems) {
            Messages.print("jcp: cannot replay: " + problem);
        }
        new Report("refused").reasons(problems).write();
        if (checkpoint != null && noted) {
            RefusedNote.leave(checkpoint, problems);
        }
    }

    /** Ends the JVM. */
    void fail(List<Problem> problems) {
        tell(problems, true);
        Runtime.getRuntime().halt(CANNOT_REPLAY);
    }

    /** The same. */
    void fail(Throwable e) {
        if (e instanceof CannotReplay) {
            fail(((CannotReplay) e).problems);
        } else if (e instanceof IOException || e instanceof IllegalStateException) {
            fail(List.of(new Problem("jcp", String.valueOf(e.getMessage()), "")));
        }
        if (e instanceof OutOfMemoryError) {
            fail(List.of(new Problem("jcp", "there is not enough memory for the checkpoint's objects", "give the replay more memory with -Xmx")));
        }
        e.printStackTrace();
        fail(List.of(new Problem("jcp", "restoring failed: " + e, "report this as an error of jcp")));
    }
}
