package jcp.runtime.threads;

import java.util.concurrent.ThreadPoolExecutor;
import jcp.runtime.graph.Kind;

/** Executors whose workers are idle, or held ({@link PoolWorkers}). */
public final class Executors extends Kind {
    @Override
    public boolean admits(Object o) {
        return PoolWorkers.areIdle((ThreadPoolExecutor) o);
    }
}
