package jcp.explore;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread of the program in one execution. A carrier, a thread of jcp's own, runs it; the program's {@link Thread} object is never started.
 */
final class Task {
    final Run run;
    /** Its number in the order in which this execution's tasks were started: so the search knows it. */
    final int number;
    /** The number of its path, the same in all executions of this process. */
    final int lasting;
    /** The tasks that started it and each other, and how many they had started before, as one number. */
    final long path;
    /** The program's object. */
    final Thread thread;
    final Clock clock = new Clock();
    /** How many objects it made, and tasks it started. */
    int made;
    int started;
    /** Where it stands, if that is to be told. */
    StackTraceElement[] place;
    /** Its frames at its point; null if they cannot be known. */
    Frames.Frame[] frames = {};
    /** What it does next; null while it runs. */
    Op pending;
    /** Which way was chosen, and whether its time ran out. */
    int way;
    boolean timedOut;
    /** Nanoseconds that have passed for it. */
    long time;
    boolean ended;
    boolean interrupted;
    boolean permit;
    /** How many calls of the JDK that count as one step it is in. */
    int inside;
    /** The object whose monitor the carrier gave up to wait for its turn; null if it is parked. */
    volatile Object monitor;
    /** Whether it was notified. */
    boolean notified;
    /** The class initialisers that it is in, the innermost last. */
    final ArrayList<Initial.Initialiser> initialisers = new ArrayList<>(1);
    /** The locations of initialisers that have run: of classes that it has used, or those that started it or that it joined. To use these again touches nothing. */
    final BitSet initialised = new BitSet();
    /** How often it woke up without a cause. */
    int woken;
    /** The method of the chain to the checkpoint that goes on next, at the start of an execution; below zero: none. */
    int resuming = -1;
    /** The names of monitors that it holds, once for each time that it entered them. */
    private long[] held = new long[4];
    private int holds;
    private volatile boolean turn;
    volatile Thread carrier;

    Task(Run run, int number, int lasting, long path, Thread thread) {
        this.run = run;
        this.number = number;
        this.lasting = lasting;
        this.path = path;
        this.thread = thread;
    }

    /** The class initialiser that it is in, or null. */
    Initial.Initialiser initialiser() {
        return initialisers.isEmpty() ? null : initialisers.get(initialisers.size() - 1);
    }

    void hold(long monitor) {
        if (holds == held.length) {
            held = java.util.Arrays.copyOf(held, 2 * holds);
        }
        held[holds++] = monitor;
    }

    void drop(long monitor) {
        for (int at = holds - 1; at >= 0; at--) {
            if (held[at] == monitor) {
                System.arraycopy(held, at + 1, held, at, --holds - at);
                return;
            }
        }
    }

    long[] held() {
        return java.util.Arrays.copyOf(held, holds);
    }

    String name() {
        return thread.getName().isEmpty() ? "thread " + number : thread.getName();
    }

    /** Waits until it is chosen. With a monitor, which the caller holds: gives it up meanwhile. */
    void await() {
        while (!turn) {
            if (run.isOver()) {
                throw new Abort();
            }
            Object held = monitor;
            if (held == null) {
                LockSupport.park(this);
            } else {
                try {
                    held.wait();
                } catch (InterruptedException wakeUp) {
                    // the execution is over, or a carrier was used before: the loop looks
                }
            }
        }
        turn = false;
        monitor = null;
        Thread.interrupted();
        if (run.isOver()) {
            throw new Abort();
        }
    }

    /** Lets it go on. */
    void choose() {
        turn = true;
        Object held = monitor;
        if (held != null) {
            synchronized (held) {
                held.notifyAll();
            }
        }
        LockSupport.unpark(carrier);
    }
}
