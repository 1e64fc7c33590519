package jcp.runtime.frames;

import java.util.concurrent.TimeUnit;
import jcp.runtime.jvm.Access;
import jcp.runtime.program.Plan;

/**
 * The calls in which threads wait, as far as making them again takes more than receiver and arguments: what is left of a time limit, and the
 * lock that {@code Condition.await} gives back while it waits.
 */
public final class Calls {
    private static final String CONDITION = "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject";
    private static final String SYNCHRONIZER = "java.util.concurrent.locks.AbstractQueuedSynchronizer";
    private static final String OWNABLE = "java.util.concurrent.locks.AbstractOwnableSynchronizer";
    /** Of a node's status: it is in the list of a condition. */
    private static final int AWAITS = 2;
    private static final long MILLIS = 1_000_000;

    private Calls() {}

    /** How often the thread that asks holds the lock of the condition; 0 if it is none of the JDK's. */
    static int holds(Object condition) {
        Object synchronizer = synchronizer(condition);
        return synchronizer == null ? 0 : (Integer) Access.getField(synchronizer, Access.jdk(SYNCHRONIZER), "state");
    }

    /** Whether the thread, which awaits the condition, was signalled: then it waits for the condition's lock. */
    public static boolean isSignalled(Object condition, Thread t) {
        Class<?> type = condition.getClass();
        for (Object node = Access.getField(condition, type, "firstWaiter"); node != null; node = Access.getField(node, node.getClass(), "nextWaiter")) {
            Class<?> above = node.getClass().getSuperclass();
            if (Access.getField(node, above, "waiter") == t) {
                return ((Integer) Access.getField(node, above, "status") & AWAITS) == 0;
            }
        }
        return true;
    }

    /** Takes the condition's lock for the thread that asks, as often as it held it. */
    public static void lockAgain(Object condition, int holds) {
        Access.call(synchronizer(condition), Access.jdk(SYNCHRONIZER), "acquire", holds);
    }

    /** What a condition of the JDK belongs to; null if it is none. */
    private static Object synchronizer(Object receiver) {
        boolean isCondition = receiver != null && receiver.getClass().getName().equals(CONDITION);
        return isCondition ? Access.getField(receiver, receiver.getClass(), "this$0") : null;
    }

    /** The value of the time limit from which so many nanoseconds have gone by; {@code unit}: null if the method has one of its own. */
    static long left(Plan.Waits call, long limit, Object unit, long gone) {
        if (limit <= 0) {
            return limit; // none, or it was up at once
        }
        if (unit instanceof TimeUnit) {
            long one = ((TimeUnit) unit).toNanos(1);
            return Math.max(1, limit - gone / one);
        }
        boolean isNanos = call.name.endsWith("Nanos");
        return Math.max(1, limit - gone / (isNanos ? 1 : MILLIS));
    }

    /** The lock of a condition that a thread is to await, in the hands of that thread until it waits. */
    public static final class Lent {
        private final Object synchronizer;
        private final Object owner;
        private final Object state;

        private Lent(Object synchronizer, Thread to, int holds) {
            this.synchronizer = synchronizer;
            owner = Access.getField(synchronizer, Access.jdk(OWNABLE), "exclusiveOwnerThread");
            state = Access.getField(synchronizer, Access.jdk(SYNCHRONIZER), "state");
            set(to, holds);
        }

        private void set(Object thread, Object holds) {
            Access.setField(synchronizer, Access.jdk(SYNCHRONIZER), "state", holds);
            Access.setField(synchronizer, Access.jdk(OWNABLE), "exclusiveOwnerThread", thread);
        }

        /** Gives it back to its owner. */
        public void end() {
            set(owner, state);
        }
    }

    /** Lends the lock of the condition to the thread, which holds it so often; null if there is none. */
    public static Lent lend(Object condition, Thread to, int holds) {
        Object synchronizer = holds > 0 ? synchronizer(condition) : null;
        return synchronizer == null ? null : new Lent(synchronizer, to, holds);
    }
}
