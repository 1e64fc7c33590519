package jcp.runtime.threads;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import jcp.runtime.graph.Kind;

/** Executors whose workers are idle ({@link PoolWorkers}), and those with one thread for each task that have ended. */
public final class Executors extends Kind {
    private static final String PER_TASK = "java.util.concurrent.ThreadPerTaskExecutor";

    /** The JVM's list of containers of threads, of which one that is closed is no member. */
    @Override
    public String[] skippedFields() {
        return new String[] {PER_TASK + ".key"};
    }

    @Override
    public boolean admits(Object o) {
        if (o.getClass().getName().equals(PER_TASK)) {
            return ((ExecutorService) o).isTerminated();
        }
        return PoolWorkers.areIdle((ThreadPoolExecutor) o);
    }
}
