package jcp.runtime.threads;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.locks.Condition;
import jcp.runtime.jvm.Access;

/**
 * The threads that wait for an element of one of the JDK's blocking queues, as the queue itself lists them: on a condition, or, of a queue
 * that hands elements over, as requests among its nodes.
 */
final class Takers {
    /** Up to JDK 20 the nodes of a queue that always has one. */
    private static final String NEVER_EMPTY = "java.util.concurrent.LinkedTransferQueue$Node";

    private static final String TRANSFERS = "java.util.concurrent.LinkedTransferQueue";

    private Takers() {}

    /** The conditions on which the JDK's queues let takers wait. */
    private static final String[] CONDITIONS = {"notEmpty", "available"};

    /** The threads that wait for an element of the queue, first come first; null for a kind of queue that is not known. */
    static List<Thread> waiting(Object queue) {
        List<Thread> found = new ArrayList<>();
        Object condition = condition(queue);
        if (condition != null) {
            for (Object node = Access.getField(condition, condition.getClass(), "firstWaiter"); node != null; node = next(node, "nextWaiter")) {
                add(found, node);
            }
            return found;
        }
        Object transfers = transfers(queue);
        if (transfers == null) {
            return null;
        }
        for (Object node = Access.getField(transfers, declaring(transfers, "head"), "head"); node != null; node = next(node, "next")) {
            add(found, node);
        }
        if (isStack(queue, transfers)) {
            java.util.Collections.reverse(found);
        }
        return found;
    }

    private static void add(List<Thread> found, Object node) {
        Object waiter = Access.getField(node, declaring(node, "waiter"), "waiter");
        if (waiter instanceof Thread) {
            found.add((Thread) waiter);
        }
    }

    private static Object next(Object node, String field) {
        Object next = Access.getField(node, declaring(node, field), field);
        return next == node ? null : next; // a node that left the list points to itself
    }

    /** Whether an element that was put stands behind one whose {@code transfer} waits for a taker. */
    static boolean isMixed(Object queue) {
        boolean waits = false;
        for (Object node = isHandedOver(queue) ? head(queue) : null; node != null; node = next(node, "next")) {
            Object element = element(node);
            boolean isWaiting = element != null && Access.getField(node, declaring(node, "waiter"), "waiter") != null;
            if (waits && element != null && !isWaiting) {
                return true;
            }
            waits |= isWaiting;
        }
        return false;
    }

    /** The node's element; null if it has none, or it was taken. */
    private static Object element(Object node) {
        Object element = Access.getField(node, declaring(node, "item"), "item");
        return element == node || !(Boolean) Access.getField(node, declaring(node, "isData"), "isData") ? null : element;
    }

    /** The elements that were put, and wait alone. */
    private static List<Object> elements(Object queue) {
        List<Object> found = new ArrayList<>();
        for (Object node = isHandedOver(queue) ? head(queue) : null; node != null; node = next(node, "next")) {
            Object element = element(node);
            if (element != null && Access.getField(node, declaring(node, "waiter"), "waiter") == null) {
                found.add(element);
            }
        }
        return found;
    }

    private static Object head(Object queue) {
        return Access.getField(queue, declaring(queue, "head"), "head");
    }

    /** Whether the queue has elements that were put beside those that wait to be handed over. */
    private static boolean isHandedOver(Object queue) {
        return queue.getClass().getName().equals(TRANSFERS);
    }

    /** Before the copies are started: nobody waits for an element of the queue, or to hand one over. */
    @SuppressWarnings("unchecked")
    static void clear(Object queue) {
        List<Object> elements = elements(queue);
        empty(queue);
        for (Object each : elements) {
            ((Collection<Object>) queue).add(each);
        }
    }

    private static void empty(Object queue) {
        Object condition = condition(queue);
        if (condition != null) {
            Access.setField(condition, condition.getClass(), "firstWaiter", null);
            Access.setField(condition, condition.getClass(), "lastWaiter", null);
            return;
        }
        Object transfers = transfers(queue);
        Class<?> in = declaring(transfers, "head");
        Object head = Access.getField(transfers, in, "head");
        boolean fair = Access.hasField(in, "tail");
        Object dummy = fair && head != null ? dummy(head) : null;
        Access.setField(transfers, in, "head", dummy);
        if (fair) {
            Access.setField(transfers, in, "tail", dummy);
        }
    }

    /** A node that is matched already, where the queue has one before those that wait; else null. It may be the queue's own. */
    private static Object dummy(Object head) {
        if (head.getClass().getName().equals(NEVER_EMPTY)) {
            try {
                Object node = Access.U.allocateInstance(head.getClass());
                Access.setField(node, head.getClass(), "isData", true); // and without data
                return node;
            } catch (InstantiationException e) {
                throw new IllegalStateException("a queue cannot be emptied", e);
            }
        }
        if (Access.getField(head, declaring(head, "waiter"), "waiter") != null || element(head) != null) {
            return null;
        }
        Access.setField(head, declaring(head, "next"), "next", null);
        return head;
    }

    /** The condition on which takers wait; null if the queue has none. */
    static Object condition(Object queue) {
        for (String name : CONDITIONS) {
            Class<?> in = declaring(queue, name);
            Object found = in == null ? null : Access.getField(queue, in, name);
            if (found instanceof Condition && found.getClass().getName().endsWith("AbstractQueuedSynchronizer$ConditionObject")) {
                return found;
            }
        }
        return null;
    }

    /** What has the list of the waiting threads, of a queue that hands elements over; null if it is none. */
    private static Object transfers(Object queue) {
        String name = queue.getClass().getName();
        if (name.equals("java.util.concurrent.SynchronousQueue")) {
            return Access.getField(queue, queue.getClass(), "transferer");
        }
        return name.equals(TRANSFERS) ? queue : null;
    }

    private static boolean isStack(Object queue, Object transfers) {
        if (transfers.getClass().getName().endsWith("TransferStack")) {
            return true; // up to JDK 20
        }
        return Access.hasField(queue.getClass(), "fair") && !(Boolean) Access.getField(queue, queue.getClass(), "fair");
    }

    /** The class that declares the field; null if none does. */
    static Class<?> declaring(Object o, String field) {
        Class<?> c = o.getClass();
        while (c != null && !Access.hasField(c, field)) {
            c = c.getSuperclass();
        }
        return c;
    }

    /**
     * Brings those that wait on the queue's condition into the order that they have among these; false if not all of the queue's pool wait.
     * The caller holds the queue's lock.
     */
    static boolean order(Object queue, List<Thread> threads) {
        Object condition = condition(queue);
        List<Object> nodes = new ArrayList<>();
        int own = 0;
        for (Thread t : threads) {
            ThreadPoolExecutor pool = PoolWorkers.pool(t);
            if (pool == null || PoolWorkers.queue(pool) != queue) {
                continue;
            }
            own++;
            for (Object node = Access.getField(condition, condition.getClass(), "firstWaiter"); node != null; node = next(node, "nextWaiter")) {
                if (Access.getField(node, declaring(node, "waiter"), "waiter") == t) {
                    nodes.add(node);
                }
            }
        }
        if (nodes.size() != own) {
            return false;
        }
        for (int i = 0; i < own; i++) {
            Object node = nodes.get(i);
            Access.setField(node, declaring(node, "nextWaiter"), "nextWaiter", i + 1 < own ? nodes.get(i + 1) : null);
        }
        Access.setField(condition, condition.getClass(), "firstWaiter", nodes.get(0));
        Access.setField(condition, condition.getClass(), "lastWaiter", nodes.get(own - 1));
        return true;
    }
}
