package jcp.runtime;

import jcp.runtime.checkpoint.EndState;

/** The hooks of both jars that note what is live where a region ends ({@link EndState}). */
public final class States {
    private States() {}

    /** Enters the frame of a depth, on the way to a region's end; deeper ones are gone. */
    public static void enter(int depth) {
        EndState.enter(depth);
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
