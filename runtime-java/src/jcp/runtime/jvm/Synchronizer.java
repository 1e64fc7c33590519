package jcp.runtime.jvm;

/** The state and the owner of what the JDK's locks, conditions and workers are made of ({@code AbstractQueuedSynchronizer}). */
public final class Synchronizer {
    private static final Class<?> QUEUED = Access.jdk("java.util.concurrent.locks.AbstractQueuedSynchronizer");
    private static final Class<?> OWNABLE = Access.jdk("java.util.concurrent.locks.AbstractOwnableSynchronizer");

    private Synchronizer() {}

    /** That of a {@code ReentrantLock}. */
    public static Object of(Object lock) {
        return Access.getField(lock, lock.getClass(), "sync");
    }

    public static int state(Object synchronizer) {
        return (Integer) Access.getField(synchronizer, QUEUED, "state");
    }

    public static Object owner(Object synchronizer) {
        return Access.getField(synchronizer, OWNABLE, "exclusiveOwnerThread");
    }

    public static void set(Object synchronizer, int state, Object owner) {
        Access.setField(synchronizer, QUEUED, "state", state);
        Access.setField(synchronizer, OWNABLE, "exclusiveOwnerThread", owner);
    }

    /** Takes it for the thread that asks, with this state. */
    public static void acquire(Object synchronizer, int state) {
        Access.call(synchronizer, QUEUED, "acquire", state);
    }
}
