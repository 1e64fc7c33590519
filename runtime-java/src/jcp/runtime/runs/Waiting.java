package jcp.runtime.runs;

import java.io.IOException;
import java.util.List;
import jcp.runtime.below.NumberedEntries;
import jcp.runtime.checkpoint.Restorer;
import jcp.runtime.format.CheckpointFile;
import jcp.runtime.frames.Activations;
import jcp.runtime.program.Plan;
import jcp.runtime.report.Problem;

/** Where the chain starts below main: a checkpoint that was checked, and waits for the entry of the root. */
final class Waiting {
    final CheckpointFile checkpoint;
    final Restorer restorer;
    final Activations activations;
    /** Which entry of the root was captured, from 1. */
    final long wanted;
    final NumberedEntries numbered;
    private final Plan plan;

    Waiting(Plan plan, CheckpointFile checkpoint) throws IOException {
        this.plan = plan;
        this.checkpoint = checkpoint;
        restorer = new Restorer(KindList.ALL, plan, checkpoint);
        activations = new Activations(plan);
        wanted = restorer.activation();
        numbered = restorer.numbered();
        restorer.prepare();
    }

    String root() {
        Plan.Element root = plan.chain.get(0);
        return root.type.replace('/', '.') + "." + root.method;
    }

    /** When the program has ended meanwhile. */
    List<Problem> notEntered() {
        return List.of(new Problem(root(), "the checkpoint belongs to call " + wanted + " of this method, and the program"
            + " ended before that call; nothing was replayed", "start the chain at main, or capture again with the same inputs"));
    }
}
