package jcp.explore;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadFactory;

/**
 * Threads by {@code Thread.Builder}, virtual ones too. Their object is made and never started; what a virtual one runs is kept beside it, since it cannot be asked. Only there from JDK 21 on, so named by reflection.
 */
public final class Builders {
    private Builders() {}

    private static Object builder(String kind) {
        return call(Thread.class, null, kind);
    }

    private static Object call(Class<?> type, Object receiver, String name) {
        try {
            return type.getMethod(name).invoke(receiver);
        } catch (ReflectiveOperationException error) {
            throw new IllegalStateException(error);
        }
    }

    /** {@code builder.unstarted(body)}. */
    public static Thread unstarted(Object builder, Runnable body) {
        Thread thread;
        try {
            thread = (Thread) Class.forName("java.lang.Thread$Builder").getMethod("unstarted", Runnable.class).invoke(builder, body);
        } catch (ReflectiveOperationException error) {
            throw new IllegalStateException(error);
        }
        Task self = Hooks.task();
        self.run.names.made(thread, self);
        if (thread.getClass().getName().equals("java.lang.VirtualThread")) {
            self.run.bodies.put(thread, body);
        }
        return thread;
    }

    /** {@code builder.start(body)}. */
    public static Thread start(Object builder, Runnable body) {
        Thread thread = unstarted(builder, body);
        Threads.start(thread);
        return thread;
    }

    /** {@code builder.factory()}. */
    public static ThreadFactory factory(Object builder) {
        return body -> unstarted(builder, body);
    }

    /** {@code Thread.startVirtualThread(body)}. */
    public static Thread startVirtualThread(Runnable body) {
        return start(builder("ofVirtual"), body);
    }

    /** {@code Executors.newVirtualThreadPerTaskExecutor()}. */
    public static ExecutorService newVirtualThreadPerTaskExecutor() {
        return newThreadPerTaskExecutor(factory(builder("ofVirtual")));
    }

    /** {@code Executors.newThreadPerTaskExecutor(factory)}. */
    public static ExecutorService newThreadPerTaskExecutor(ThreadFactory factory) {
        return new PerTask(factory);
    }
}
