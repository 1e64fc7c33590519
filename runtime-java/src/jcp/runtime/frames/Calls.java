package jcp.runtime.frames;

import java.util.concurrent.TimeUnit;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.Synchronizer;

/**
 * The calls in which threads wait, as far as making them again takes more than receiver and arguments: what is left of a time limit, and the
 * lock that {@code Condition.await} gives back while it waits.
 */
public final class Calls {
    private static final String SYNCHRONIZER = "java.util.concurrent.locks.AbstractQueuedSynchronizer";
    private static final String CONDITION = SYNCHRONIZER + "$ConditionObject";
    /** Of a node's status: it is in the list of a condition. */
    private static final int AWAITS = 2;
    private static final long MILLIS = 1_000_000;

    private Calls() {}

    /** How often the thread that asks holds the lock of the condition; 0 if it is none of the JDK's. */
    static int holds(Object condition) {
        Object synchronizer = synchronizer(condition);
        return synchronizer == null ? 0 : Synchronizer.state(synchronizer);
    }

    /** Whether the thread, which awaits the condition and has not given up, was signalled: then it waits for the condition's lock. */
    public static boolean isSignalled(Object condition, Thread t) {
        return node(condition, t) == null;
    }

    /**
     * Whether the thread, which awaits the condition, may wait for its lock because it was interrupted or its time is up: its call is to throw then, or to
     * tell that. Who is signalled is taken from the condition's list before; who gives up stays in it until it has the lock, or a signal passes over it. Then only the
     * JDK's frames tell the two apart: who is signalled goes on to acquire the lock when it is free, who gives up at once.
     */
    public static boolean mayHaveGivenUp(Object condition, Thread t) {
        Object node = node(condition, t);
        if (node != null) {
            return ((Integer) Access.getField(node, node.getClass().getSuperclass(), "status") & AWAITS) == 0;
        }
        for (StackTraceElement each : t.getStackTrace()) {
            if (each.getClassName().equals(CONDITION)) {
                return false;
            }
            if (each.getClassName().equals(SYNCHRONIZER)) {
                return true;
            }
        }
        return false;
    }

    /** The thread's node in the condition's list; null if there is none. */
    private static Object node(Object condition, Thread t) {
        Object node = Access.getField(condition, condition.getClass(), "firstWaiter");
        while (node != null && Access.getField(node, node.getClass().getSuperclass(), "waiter") != t) {
            node = Access.getField(node, node.getClass(), "nextWaiter");
        }
        return node;
    }

    /** Takes the condition's lock for the thread that asks, as often as it held it. */
    public static void lockAgain(Object condition, int holds) {
        Synchronizer.acquire(synchronizer(condition), holds);
    }

    /** What a condition of the JDK belongs to; null if it is none. */
    private static Object synchronizer(Object receiver) {
        boolean isCondition = receiver != null && receiver.getClass().getName().equals(CONDITION);
        return isCondition ? Access.getField(receiver, receiver.getClass(), "this$0") : null;
    }

    /**
     * What is left of a time limit from which so many nanoseconds have gone by, and at least 1: in nanoseconds if it has a unit, whose place is
     * to have nanoseconds then, too; else in the method's own unit.
     */
    static long left(String method, long limit, TimeUnit unit, long gone) {
        if (limit <= 0) {
            return limit; // none, or it was up at once
        }
        if (unit != null) {
            return Math.max(1, unit.toNanos(limit) - gone);
        }
        return Math.max(1, limit - gone / (method.endsWith("Nanos") ? 1 : MILLIS));
    }

    /** The lock of a condition that a thread is to await, in the hands of that thread until it waits. */
    public static final class Lent {
        private final Object synchronizer;
        private final Object owner;
        private final int state;

        private Lent(Object synchronizer, Thread to, int holds) {
            this.synchronizer = synchronizer;
            owner = Synchronizer.owner(synchronizer);
            state = Synchronizer.state(synchronizer);
            Synchronizer.set(synchronizer, holds, to);
        }

        /** Gives it back to its owner. */
        public void end() {
            Synchronizer.set(synchronizer, state, owner);
        }
    }

    /** Lends the lock of the condition to the thread, which holds it so often; null if there is none. */
    public static Lent lend(Object condition, Thread to, int holds) {
        Object synchronizer = holds > 0 ? synchronizer(condition) : null;
        return synchronizer == null ? null : new Lent(synchronizer, to, holds);
    }
}
