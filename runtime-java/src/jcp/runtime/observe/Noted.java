package jcp.runtime.observe;

import java.util.Arrays;
import jcp.runtime.report.Settings;

/**
 * What an observing run has met so far. Methods and sites are numbered ({@code META-INF/jcp/observe.txt}); each is noted once a phase,
 * of which the snapshot divides two. Receivers are noted by class, once a site.
 *
 * <p>Invariants: no code of the program runs, no identity hash is taken, nothing throws. Threads may race with each other; a note
 * that is lost so is noted the next time.
 */
public final class Noted {
    static final String FILE = Settings.property("jcp.observe");

    /** By number: methods entered and sites reached since the last snapshot, or the start. */
    public static boolean[] entered;
    public static boolean[] reached;
    /** The same before the last snapshot. */
    static final boolean[] ENTERED_BEFORE;
    static final boolean[] REACHED_BEFORE;
    /** By site: the classes of receivers, and the one met last. */
    static final Class<?>[][] RECEIVERS;
    private static final Class<?>[] LAST;
    private static final Class<?>[] NONE = {};
    static int snapshots;

    static {
        int[] counts = Observation.counts();
        entered = new boolean[counts[0]];
        reached = new boolean[counts[1]];
        ENTERED_BEFORE = new boolean[counts[0]];
        REACHED_BEFORE = new boolean[counts[1]];
        RECEIVERS = new Class<?>[counts[1]][];
        LAST = new Class<?>[counts[1]];
        Arrays.fill(RECEIVERS, NONE);
    }

    private Noted() {}

    /** Makes ready to write, before all else. */
    public static void begin() {
        if (FILE != null) {
            Observation.begin();
        }
    }

    /** At the start of a method. */
    public static void entered(int method) {
        boolean[] now = entered;
        if (!now[method]) {
            now[method] = true;
        }
    }

    /** Before a call of a method that the code names, and before the use of a static field. */
    public static void reached(int site) {
        boolean[] now = reached;
        if (!now[site]) {
            now[site] = true;
        }
    }

    /** Before a call of what the receiver's class selects. */
    public static void receiver(Object receiver, int site) {
        if (receiver != null && receiver.getClass() != LAST[site]) {
            note(receiver.getClass(), site);
        }
    }

    private static void note(Class<?> type, int site) {
        Class<?>[] known = RECEIVERS[site];
        for (Class<?> each : known) {
            if (each == type) {
                LAST[site] = type;
                return;
            }
        }
        Class<?>[] more = Arrays.copyOf(known, known.length + 1);
        more[known.length] = type;
        RECEIVERS[site] = more; // where threads race one class may be lost until it is met again
        LAST[site] = null;
    }

    /** Before a store into the object or array. */
    public static void mutated(Object object) {
        if (object != null && Mutations.on) {
            Mutations.note(object);
        }
    }

    /** Before the program ends the JVM without its shutdown sequence. */
    public static void halting() {
        if (FILE != null) {
            Observation.write();
        }
    }

    /** When the snapshot is taken: what was noted so far counts as before it. */
    public static void snapshot() {
        snapshots++;
        merge(entered, ENTERED_BEFORE);
        merge(reached, REACHED_BEFORE);
        entered = new boolean[entered.length];
        reached = new boolean[reached.length];
        Observation.snapshot();
        Mutations.next();
    }

    private static void merge(boolean[] from, boolean[] into) {
        for (int i = 0; i < from.length; i++) {
            into[i] |= from[i];
        }
    }
}
