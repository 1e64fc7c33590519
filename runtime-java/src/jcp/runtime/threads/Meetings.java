package jcp.runtime.threads;

import java.util.concurrent.atomic.AtomicReference;
import jcp.runtime.graph.GraphReader;
import jcp.runtime.graph.GraphWriter;
import jcp.runtime.graph.Kind;
import jcp.runtime.jvm.Access;
import jcp.runtime.program.Threads;

/**
 * What a thread has changed by coming to a {@code CyclicBarrier}, a {@code Phaser} or an {@code Exchanger} where it waits for others. The
 * replay makes its call again: so it takes back that the thread has come just before that, and the copies of phasers and exchangers know of no
 * thread that waits.
 *
 * <p>Invariant: the barrier, the phaser or the exchanger still has the thread to wait, when it is held. One that others have let go may wait to be
 * woken for a moment longer; a barrier tells that by its thread alone.
 */
final class Meetings {
    private Meetings() {}

    private static final String BARRIER = "java.util.concurrent.CyclicBarrier";
    private static final String PHASER = "java.util.concurrent.Phaser";
    private static final String EXCHANGER = "java.util.concurrent.Exchanger";
    /** Of a phaser's state: how many have not arrived. */
    private static final long MISSING = 0xffff;

    private static boolean is(Object receiver, String type) {
        return receiver != null && Access.isA(receiver.getClass(), type);
    }

    /** Whether it is a pipe between threads itself: what reads from one may have read a part when it waits for the rest. */
    static boolean isPipe(Object receiver) {
        return receiver != null && (receiver.getClass().getName().equals("java.io.PipedInputStream") || receiver.getClass().getName().equals("java.io.PipedReader"));
    }

    /** Whether the thread that asks is in a call of a meeting of the receiver's kind, which runs code of the program there: who has come is not to come again. */
    static boolean isUnderWay(Object receiver) {
        Thread t = Thread.currentThread();
        return is(receiver, BARRIER) && Threads.runs(t, BARRIER, "dowait")
            || is(receiver, PHASER) && (Threads.runs(t, PHASER, "doArrive") || Threads.runs(t, PHASER, "arriveAndAwaitAdvance"));
    }

    /** Whether the thread, which is in a call of the receiver, has been let go by others. */
    static boolean isOver(Object receiver, String method, Thread t) {
        if (is(receiver, PHASER)) {
            return !method.startsWith("awaitAdvance") && !waits(receiver, "evenQ", t) && !waits(receiver, "oddQ", t);
        }
        return is(receiver, EXCHANGER) && !offers(receiver, t);
    }

    private static boolean waits(Object phaser, String list, Thread t) {
        Object node = list(phaser, list).get();
        while (node != null && Access.getField(node, node.getClass(), "thread") != t) {
            node = Access.getField(node, node.getClass(), "next");
        }
        return node != null;
    }

    private static AtomicReference<?> list(Object phaser, String name) {
        return (AtomicReference<?>) Access.getField(phaser, Access.jdk(PHASER), name);
    }

    /** Whether one of its places has the thread with an offer. */
    private static boolean offers(Object exchanger, Thread t) {
        boolean offers = Access.hasField(Access.jdk(EXCHANGER), "slot") && isOf(Access.getField(exchanger, Access.jdk(EXCHANGER), "slot"), t);
        for (Object each : places(exchanger)) {
            Object node = each == null || !Access.hasField(each.getClass(), "entry") ? each : Access.getField(each, each.getClass(), "entry");
            offers |= isOf(node, t);
        }
        return offers;
    }

    private static boolean isOf(Object node, Thread t) {
        return node != null && Access.getField(node, node.getClass(), "parked") == t;
    }

    private static Object[] places(Object exchanger) {
        Object[] places = (Object[]) Access.getField(exchanger, Access.jdk(EXCHANGER), "arena");
        return places == null ? new Object[0] : places;
    }

    /** Before the call is made again: the thread has not come. */
    static void takeBack(Object receiver, String method) {
        if (is(receiver, BARRIER)) {
            Class<?> type = Access.jdk(BARRIER);
            Access.setField(receiver, type, "count", (Integer) Access.getField(receiver, type, "count") + 1);
        } else if (is(receiver, PHASER) && method.equals("arriveAndAwaitAdvance")) {
            Class<?> type = Access.jdk(PHASER);
            Object phaser = receiver;
            boolean wasLast = true;
            while (phaser != null && wasLast) { // the last one to arrive arrives at the parent
                long state = (Long) Access.getField(phaser, type, "state");
                Access.setField(phaser, type, "state", state + 1);
                wasLast = (state & MISSING) == 0;
                phaser = Access.getField(phaser, type, "parent");
            }
        }
    }

    /** Phasers have lists of threads that wait. */
    public static final class Phasers extends Kind {
        @Override
        public String[] capturePart(Object o, GraphWriter graph) {
            return list(o, "evenQ").get() == null && list(o, "oddQ").get() == null ? null : NONE;
        }

        @Override
        public void restorePart(Object o, String[] part, GraphReader graph) {
            list(o, "evenQ").set(null);
            list(o, "oddQ").set(null);
        }
    }

    /** Exchangers have places where threads wait with what they offer. */
    public static final class Exchangers extends Kind {
        @Override
        public String[] skippedFields() {
            return new String[] {EXCHANGER + ".slot", EXCHANGER + "$Slot.entry"};
        }

        @Override
        public void restorePart(Object o, String[] part, GraphReader graph) {
            if (is(o, EXCHANGER) && Access.hasField(Access.jdk(EXCHANGER), "slot")) {
                java.util.Arrays.fill(places(o), null);
            }
        }
    }
}
