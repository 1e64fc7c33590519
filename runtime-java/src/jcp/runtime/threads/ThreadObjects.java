package jcp.runtime.threads;

import jcp.runtime.graph.Kind;
import jcp.runtime.program.Threads;

/**
 * Threads as objects: one that has not begun, has ended, is the idle worker of a pool, a cleaner's or a timer's, or waits in a chain of its own
 * is copied ({@link PoolWorkers} and {@link RestoredThreads} start the copies).
 */
public final class ThreadObjects extends Kind {

    /** Links of a thread to the JVM; null or zero in a thread that is not running. */
    @Override
    public String[] skippedFields() {
        return new String[] {
            "java.lang.Thread.eetop", "java.lang.Thread.threadLocals", "java.lang.Thread.blocker", "java.lang.Thread.nioBlocker", "java.lang.Thread.container",
            "java.lang.Thread$FieldHolder.terminatingThreadLocals", "java.lang.Thread.cont", "java.lang.Thread.headStackableScopes",
            "java.lang.Thread.parkBlocker", "java.lang.Thread.scopedValueBindings", "jdk.internal.misc.InnocuousThread.hasRun", "java.lang.VirtualThread.cont",
            "java.lang.VirtualThread.runContinuation", "java.lang.VirtualThread.timeoutTask", "java.lang.VirtualThread.carrierThread",
            "java.lang.VirtualThread.next", "java.util.concurrent.ForkJoinWorkerThread.workQueue"};
    }

    @Override
    public boolean admits(Object o) {
        if (!(o instanceof Thread)) {
            return false; // a part of one
        }
        Thread.State state = ((Thread) o).getState();
        boolean isVirtual = o.getClass().getName().equals("java.lang.VirtualThread"); // its stack is made with it
        return state == Thread.State.TERMINATED || state == Thread.State.NEW && !isVirtual || PoolWorkers.isIdle((Thread) o) || WaitingThreads.isHeld((Thread) o);
    }

    @Override
    public String detail(Object o) {
        return o instanceof Thread ? Threads.describe((Thread) o) : null;
    }
}
