package jcp.runtime.threads;

import java.util.concurrent.ExecutorService;
import jcp.runtime.graph.GraphReader;
import jcp.runtime.graph.Kind;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.CleanerEntries;

/**
 * Executors that are shut down when nothing holds them any more ({@code Executors.newSingleThreadExecutor} of later JDKs): all is
 * copied but their registration with the JDK's cleaner, which is made anew.
 */
public final class ShutDown implements Runnable {
    private final ExecutorService executor;

    private ShutDown(ExecutorService executor) {
        this.executor = executor;
    }

    static void restore(Object o) {
        ExecutorService executor = (ExecutorService) Access.getField(o, o.getClass().getSuperclass(), "e");
        Access.setField(o, o.getClass(), "cleanable", CleanerEntries.register(o, new ShutDown(executor)));
    }

    @Override
    public void run() {
        if (!executor.isShutdown()) {
            executor.shutdown();
        }
    }

    /** How the graph treats them. */
    public static final class AsKind extends Kind {
        @Override
        public String[] skippedFields() {
            return new String[] {
                "java.util.concurrent.Executors$AutoShutdownDelegatedExecutorService.cleanable"};
        }

        @Override
        public void restorePart(Object o, String[] part, GraphReader graph) {
            ShutDown.restore(o);
        }
    }
}
