package jcp.runtime.frames;

import java.util.Arrays;

/**
 * The frames that a thread besides main keeps as long as it runs, where states are compared ({@code jcp verify --state}): what is live in the methods of
 * its chain, and in whose call it waits. Both jars keep them, so that what a thread has in its locals is compared where it waits in the end.
 *
 * <p>Nothing takes identity hashes; the class is loaded before a thread comes to it ({@link #link}).
 */
public final class Shown extends Shadow {
    /** Of threads that live; replaced as a whole. */
    private static volatile Shown[] all = {};

    /** The number of the chain in whose call the thread waits; -1 if it is in none. */
    private volatile int chain = -1;

    private Shown() {
        super(Waiter.DEPTHS);
    }

    /** Loads what threads will need. */
    public static void link() {
        new Shown().put(null);
    }

    /** Whether the thread that asks keeps frames: the main thread has others. */
    public static boolean begins() {
        return !Waiters.isMain(Thread.currentThread());
    }

    /** Those of the thread that asks. */
    public static Shown own() {
        Shown own = of(Thread.currentThread());
        return own == null ? add(new Shown()) : own;
    }

    private static synchronized Shown add(Shown added) {
        Shown[] next = new Shown[all.length + 1];
        int count = 0;
        for (Shown each : all) {
            if (each.thread.isAlive()) {
                next[count++] = each;
            }
        }
        next[count++] = added;
        all = Arrays.copyOf(next, count);
        return added;
    }

    /** Those of the thread; null if it has none. */
    public static Shown of(Thread t) {
        for (Shown each : all) {
            if (each.thread == t) {
                return each;
            }
        }
        return null;
    }

    /** Before the call in which the thread that asks waits, in its chain with this number; its frames are there. */
    public static void waits(int chain) {
        own().chain = chain;
    }

    /** Behind that call, if it was in one. */
    public static void woken() {
        Shown own = of(Thread.currentThread());
        if (own != null && own.chain >= 0) { // else the call is one whose frames are not kept
            own.chain = -1;
            own.leave(own.depth()); // the program may have let go of what it keeps
        }
    }

    /** The number of the chain in whose call the thread waits; -1 if it is in none. */
    public int chain() {
        return chain;
    }
}
