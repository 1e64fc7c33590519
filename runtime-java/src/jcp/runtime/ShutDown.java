package jcp.runtime;

import java.util.concurrent.ExecutorService;

/**
 * Executors that are shut down when nothing holds them any more ({@code Executors.newSingleThreadExecutor} of later JDKs): all is
 * copied but their registration with the JDK's cleaner, which is made anew.
 */
final class ShutDown implements Runnable {
    static final String KEY = "shut down ";
    private static final String TYPE = "java.util.concurrent.Executors$AutoShutdownDelegatedExecutorService";

    private final ExecutorService executor;

    private ShutDown(ExecutorService executor) {
        this.executor = executor;
    }

    static boolean concerns(Class<?> type) {
        return type.getName().equals(TYPE);
    }

    static void give(Object o) {
        ExecutorService executor = (ExecutorService) Access.getField(o, o.getClass().getSuperclass(), "e");
        Access.setField(o, o.getClass(), "cleanable", ZipFiles.register(o, new ShutDown(executor)));
    }

    @Override
    public void run() {
        if (!executor.isShutdown()) {
            executor.shutdown();
        }
    }
}
