package jcp.runtime.threads;

import java.util.List;
import jcp.runtime.graph.GraphReader;
import jcp.runtime.graph.GraphWriter;
import jcp.runtime.graph.Kind;
import jcp.runtime.graph.Obstacle;
import jcp.runtime.jvm.Access;

/**
 * What the JDK's locks, queues and futures keep of the threads that wait for them is left out of copies: each such thread is one that the
 * replay starts again, and enters itself when it comes to wait. All that is left out are lists of waiting threads, which are null where nobody
 * waits. Those of {@code Phaser} and {@code Exchanger} are with {@link Meetings}.
 */
public final class Synchronizers extends Kind {
    private static final String LOCKS = "java.util.concurrent.locks.";

    @Override
    public String[] skippedFields() {
        return new String[] {
            LOCKS + "AbstractQueuedSynchronizer.head", LOCKS + "AbstractQueuedSynchronizer.tail",
            LOCKS + "AbstractQueuedSynchronizer$ConditionObject.firstWaiter", LOCKS + "AbstractQueuedSynchronizer$ConditionObject.lastWaiter",
            LOCKS + "AbstractQueuedLongSynchronizer.head", LOCKS + "AbstractQueuedLongSynchronizer.tail",
            LOCKS + "AbstractQueuedLongSynchronizer$ConditionObject.firstWaiter", LOCKS + "AbstractQueuedLongSynchronizer$ConditionObject.lastWaiter",
            LOCKS + "StampedLock.head", LOCKS + "StampedLock.tail", "java.util.concurrent.FutureTask.waiters", "java.util.concurrent.FutureTask.runner",
            "java.util.concurrent.CompletableFuture$Signaller.thread", "java.util.concurrent.SynchronousQueue$TransferStack.head",
            "java.util.concurrent.DelayQueue.leader"};
    }

    /** What a task of a fork-join pool keeps of a thread that waits for its end, or of an exception with the thread that threw it. */
    public static final class Joiners extends Kind {
        @Override
        public String[] capturePart(Object o, GraphWriter graph) {
            return Access.getField(o, o.getClass(), "ex") == null ? NONE : null;
        }

        @Override
        public void restorePart(Object o, String[] part, GraphReader graph) {
            Access.setField(o, o.getClass(), "thread", null);
        }
    }

    /** Queues that hand elements over have those that wait among their nodes. Each comes again, behind the elements that were put. */
    public static final class Transfers extends Kind {
        @Override
        public String[] capturePart(Object o, GraphWriter graph) throws Obstacle {
            List<Thread> waiting = Takers.waiting(o); // null of what a queue is made of
            if (waiting != null && Takers.isMixed(o)) {
                throw new Obstacle("an element was put behind one whose transfer waits for a taker",
                    "take the elements before the checkpoint, put them by transfer, or move the checkpoint");
            }
            return waiting == null || waiting.isEmpty() ? null : NONE;
        }

        @Override
        public void restorePart(Object o, String[] part, GraphReader graph) {
            Takers.clear(o);
        }
    }
}
