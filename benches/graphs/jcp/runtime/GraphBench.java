package jcp.runtime;

import java.io.File;

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
    }

    /** Returns how many objects were captured. */
    public int capture(Object root, File file) throws Exception {
        Shadow shadow = new Shadow(1);
        shadow.enter(0);
        shadow.put(root);
        HashGenerator generator = HashGenerator.now();
        Snapshot snapshot = Snapshot.take(plan, shadow, null, 1, file, generator);
        HashGenerator.give(generator);
        if (!snapshot.problems.isEmpty()) {
            throw new IllegalStateException(snapshot.problems.toString());
        }
        return snapshot.objects;
    }

    public Object restore(File file) throws Throwable {
        try (CheckpointFile checkpoint = CheckpointFile.open(file)) {
            return new Restorer(plan, checkpoint).restore(null).at(0).references[0];
        }
    }
}
