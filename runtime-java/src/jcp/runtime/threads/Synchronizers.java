package jcp.runtime.threads;

import java.io.IOException;
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

    /**
     * What a task of a fork-join pool keeps of a thread that waits for its end, or of an exception with the thread that threw it. Only that thread is given the same
     * exception, others a copy. A pool's worker, which has gone on to other tasks, is left out.
     */
    public static final class Joiners extends Kind {
        private static final String MAIN = "main";

        @Override
        public String[] skippedFields() {
            return new String[] {"java.util.concurrent.ForkJoinTask$Aux.thread"};
        }

        @Override
        public String[] capturePart(Object o, GraphWriter graph) {
            Thread thrower = (Thread) Access.getField(o, o.getClass(), "thread");
            if (thrower == null || Access.getField(o, o.getClass(), "ex") == null) {
                return null;
            }
            if (thrower == Thread.currentThread()) {
                return new String[] {MAIN};
            }
            return WaitingThreads.isHeld(thrower) ? new String[] {Integer.toString(graph.id(thrower))} : null;
        }

        @Override
        public void restorePart(Object o, String[] part, GraphReader graph) throws IOException {
            Object thrower = part[0].equals(MAIN) ? Thread.currentThread() : graph.object(Integer.parseInt(part[0]));
            Access.setField(o, o.getClass(), "thread", thrower);
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
