package bench;

import java.io.File;
import jcp.runtime.runs.GraphBench;

/** The runtime of jcp, as the capturing and the replaying jar call it. */
final class Jcp implements Tool {
    private final GraphBench bench = new GraphBench();

    @Override
    public void write(Object root, File file) throws Exception {
        System.out.println("OBJECTS " + bench.capture(root, file));
    }

    @Override
    public Object read(File file) throws Exception {
        try {
            return bench.restore(file);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
