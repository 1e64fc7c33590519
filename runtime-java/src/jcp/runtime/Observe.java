package jcp.runtime;

import jcp.runtime.observe.Noted;
import jcp.runtime.observe.Observation;

/**
 * The hooks of an observing jar: a capturing jar that also records what the run really does, so that what an analysis says
 * about the program can be checked. The record is written at exit ({@link Observation}) if {@code -Djcp.observe=FILE} asks
 * for it. A hook makes a test and at most a store ({@link Noted}).
 */
public final class Observe {
    static {
        Noted.begin(); // not at the first hook: it loads classes
    }

    private Observe() {}

    /** At the start of a method. */
    public static void entered(int method) {
        Noted.entered(method);
    }

    /** Before a call of a method that the code names, and before the use of a static field. */
    public static void reached(int site) {
        Noted.reached(site);
    }

    /** Before a call of what the receiver's class selects. */
    public static void receiver(Object receiver, int site) {
        Noted.receiver(receiver, site);
    }

    /** Before a store into the object or array. */
    public static void mutated(Object object) {
        Noted.mutated(object);
    }

    /** Before the program ends the JVM without its shutdown sequence. */
    public static void halting() {
        Noted.halting();
    }
}
