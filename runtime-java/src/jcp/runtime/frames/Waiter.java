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
    /** How many calls may be under way in each other. */
    private static final int NESTED = 16;

    final AtomicInteger place = new AtomicInteger();
    /** Whether it is held before or behind its call. */
    volatile boolean atGate;
    /** Whether it was interrupted at the gate, where the JVM has taken that from it. */
    volatile boolean interrupted;
    /** The number of the chain in whose call it waits. */
    int chain;
    /** {@code System.nanoTime} when it came to its call. */
    long since;
    /** Threads came to their calls in this order, and those that are held behind them out of them. */
    long turn;
    /** Its calls through frames that are not the program's; null until there is one. */
    Passing passing;
    /** How often it held the lock that its call gives back while it waits; 0 if it gives back none. */
    int holds;
    /** The task of a pool or a timer that it runs, which these do not hold themselves; null if it runs none. */
    private Object task;
    /** The worker of a pool that runs it, inside a method of the program in which the thread begins; null if the thread begins with the task. */
    private Object worker;
    /** The chains of the calls that are under way: in one that runs a pool's tasks, a task may wait in another one. */
    private final int[] calls = new int[NESTED];
    private int nested;
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

    /** The value with this number of the frame at this depth. */
    public Object value(int at, int number) {
        return references[start(at) + number];
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

    /** Whether the program has interrupted it. */
    public boolean isInterrupted() {
        return interrupted || thread.isInterrupted();
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

    /** At the start of the chain's first method. */
    void begins() {
        task = null;
        called = null;
        worker = null;
        nested = 0;
    }

    /** At the start of a task that a pool's worker runs in a call of the chain. */
    void runsInside(Object task, Object worker) {
        runs(task);
        this.worker = worker;
    }

    /** Before the call of a chain. */
    void waitsIn(int chain) {
        this.chain = chain;
        if (nested < NESTED) {
            calls[nested] = chain;
        }
        nested++;
    }

    /** Behind it: the call around it is the one that it is in, if there is one. */
    void leavesCall() {
        nested = Math.max(0, nested - 1);
        if (nested > 0 && nested <= NESTED) {
            chain = calls[nested - 1];
            holds = 0;
        }
    }

    /** Whether the thread may be in a call of its chain: frames of it are left. */
    boolean isInside() {
        return nested > 0 || depth() >= 0;
    }

    /** Of a thread that has come back to its chain's call from what that has called: holds it there. */
    public void holdInCall() {
        if (nested > 0) {
            place.compareAndSet(RUNS, HELD);
        }
    }

    /** The worker of a pool whose task it is, where the thread begins with a method of the program around it; else null. */
    public Object worker() {
        return worker;
    }

    public long turn() {
        return turn;
    }

    public int holds() {
        return holds;
    }
}
