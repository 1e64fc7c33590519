package jcp.runtime.runs;

import java.io.File;
import java.util.List;
import jcp.runtime.checkpoint.Restorer;
import jcp.runtime.checkpoint.Snapshot;
import jcp.runtime.environment.Environment;
import jcp.runtime.format.CheckpointFile;
import jcp.runtime.frames.Shadow;
import jcp.runtime.frames.Stack;
import jcp.runtime.graph.Anchors;
import jcp.runtime.jvm.HashGenerator;
import jcp.runtime.jvm.Opening;
import jcp.runtime.program.Plan;

/** Calls {@link Snapshot} and {@link Restorer} as the hooks do, with a chain of one method whose only local is the root. */
public final class GraphBench {
    private final Plan plan = new Plan();

    public GraphBench() {
        String missing = Opening.open();
        if (missing != null) {
            throw new IllegalStateException(missing);
        }
        plan.id = "benchmark";
        plan.name = "benchmark";
        plan.instance = "1";
        plan.chain.add(new Plan.Element(new String[] {"chain", "", "bench/Main", "main", "([Ljava/lang/String;)V", "1", ""}));
        Anchors.begin();
        Environment.begin();
    }

    /** Returns how many objects were captured. */
    public int capture(Object root, File file) throws Exception {
        Shadow shadow = new Shadow(1);
        shadow.enter(0);
        shadow.put(root);
        HashGenerator generator = HashGenerator.now();
        Stack stack = new Stack(plan.chain, shadow, generator, false);
        Snapshot snapshot = Snapshot.capture(KindList.ALL, plan, List.of(stack), null, 1, file);
        HashGenerator.set(generator);
        if (!snapshot.problems.isEmpty()) {
            throw new IllegalStateException(snapshot.problems.toString());
        }
        return snapshot.objects;
    }

    public Object restore(File file) throws Throwable {
        try (CheckpointFile checkpoint = CheckpointFile.open(file)) {
            return new Restorer(KindList.ALL, plan, checkpoint).restore(null).get(0).frames.at(0).references[0];
        }
    }
}
