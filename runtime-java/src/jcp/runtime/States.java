package jcp.runtime;

import jcp.runtime.checkpoint.EndState;
import jcp.runtime.frames.Shown;

/** The hooks of both jars that note what is live where a region ends ({@link EndState}), and where other threads wait then ({@link Shown}). */
public final class States {
    private States() {}

    /** Enters the frame of a depth, on the way to a region's end or to a call in which another thread waits; deeper ones are gone. */
    public static void enter(int depth) {
        EndState.enter(depth);
    }

    /** After the chain call of that depth. */
    public static void leave(int depth) {
        EndState.leave(depth);
    }

    /** At the start of the first method of another thread: whether its frames are kept. */
    public static boolean begins() {
        return Shown.begins();
    }

    /** Before the call in which that thread waits, behind its frame. */
    public static void waits(int chain) {
        Shown.waits(chain);
    }

    /** Behind that call. */
    public static void woken() {
        Shown.woken();
    }

    public static void putI(int value) {
        EndState.putI(value);
    }

    public static void putJ(long value) {
        EndState.putJ(value);
    }

    public static void putF(float value) {
        EndState.putF(value);
    }

    public static void putD(double value) {
        EndState.putD(value);
    }

    public static void putA(Object value) {
        EndState.putA(value);
    }
}
