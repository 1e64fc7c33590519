package jcp.runtime.frames;

import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import jcp.runtime.jvm.Access;

/**
 * A thread besides main that has a chain: its shadow frames, and where it is. A thread is <em>in</em> from before the call in which it
 * waits until behind it. Who takes a snapshot holds those that are in; one that comes out of its call then stays behind it.
 */
public final class Waiter extends Shadow {
    /** It runs code of the program. */
    public static final int RUNS = 0;
    /** It is in its call. */
    public static final int IN = 1;
    /** The same, and it is held. */
    public static final int HELD = 2;
    /** It is held behind its call, which has returned. */
    public static final int BEHIND = 3;
    /** It is held behind its call, which has thrown. */
    public static final int THREW = 4;

    private static final String CALLED = "callable";
    /** How long a chain may be. */
    static final int DEPTHS = 256;

    final AtomicInteger place = new AtomicInteger();
    /** Whether it is held before or behind its call. */
    volatile boolean atGate;
    /** The number of the chain in whose call it waits. */
    int chain;
    /** {@code System.nanoTime} when it came to its call. */
    long since;
    /** Threads came to their calls in this order. */
    long turn;
    /** Its calls through frames that are not the program's; null until there is one. */
    Passing passing;
    /** How often it held the lock that its call gives back while it waits; 0 if it gives back none. */
    int holds;
    /** The task of a pool or a timer that it runs, which these do not hold themselves; null if it runs none. */
    private Object task;
    /** What a {@code FutureTask} calls, which it lets go of when it is cancelled; null of other tasks. */
    private Object called;
    /** Set by the thread that takes snapshots: there will be no more. Not volatile: it is seen behind the next call. */
    boolean ends;

    Waiter() {
        super(DEPTHS);
    }

    private Waiter(Thread thread) {
        super(1, thread);
        enter(0);
    }

    /** Of a thread that waits to enter its first method of the program, with the number of its chain: no hook of its has run. */
    public static Waiter entering(Thread thread, int chain) {
        Waiter waiter = new Waiter(thread);
        waiter.chain = chain;
        waiter.turn = Long.MAX_VALUE;
        return waiter;
    }

    /** The value with this number of the last frame. */
    public Object last(int number) {
        return references[start(depth()) + number];
    }

    @Override
    public void enter(int at) {
        if (ends) {
            close();
        }
        super.enter(at);
    }

    public int place() {
        return place.get();
    }

    public boolean isAtGate() {
        return atGate;
    }

    public int chain() {
        return chain;
    }

    public long since() {
        return since;
    }

    public Object task() {
        return task;
    }

    /** At the start of the chain's first method. */
    void runs(Object task) {
        this.task = task;
        called = task instanceof FutureTask ? Access.getField(task, FutureTask.class, CALLED) : null;
    }

    /** During a snapshot: gives a task that was cancelled what it calls, or takes it away again. */
    public void completeTask(boolean whole) {
        if (called != null && ((FutureTask<?>) task).isDone()) {
            Access.setField(task, FutureTask.class, CALLED, whole ? called : null);
        }
    }

    public long turn() {
        return turn;
    }

    public int holds() {
        return holds;
    }
}
