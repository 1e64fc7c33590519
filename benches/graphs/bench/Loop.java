package bench;

import java.io.File;

/** The lower bound of restoring: the same objects allocated and filled in a loop. */
final class Loop implements Tool {
    private final String graph = System.getProperty("bench.graph");
    private final int n = Integer.getInteger("bench.n");

    @Override
    public void write(Object root, File file) {
        // nothing is written
    }

    @Override
    public Object read(File file) {
        return Graphs.make(graph, n, new Maker.Like());
    }
}
