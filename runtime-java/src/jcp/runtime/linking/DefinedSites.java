package jcp.runtime.linking;

import java.util.Map;
import jcp.runtime.jvm.JvmState;
import jcp.runtime.program.DefinedClasses;

/**
 * Calls in classes that were defined at run time, and those whose call sites the program holds, as {@link CallSites} has those of the program's other classes: which the JVM had linked before the checkpoint. The
 * snapshot finds them ({@link NotedSites}), the replay links them again ({@link RestoredSites}).
 *
 * <p>Invariant: the capturing run notes nothing while the program runs; where there are no such classes, neither of the two others is loaded.
 */
public final class DefinedSites extends JvmState {
    static final String KEY = "calls of defined classes";
    static final int TEXTS = 3;

    private static boolean any;
    /** At a snapshot: whether the program holds call sites, of which {@link HeldSites} knows. */
    static boolean held;
    /** Whether it is the state of an end: which instructions a replay has linked again by then does not belong to that. */
    static boolean isState;

    /** At the snapshot, before objects are looked at: of what the lambdas were made. */
    public static void note(boolean ofState) {
        isState = ofState;
        held = false;
        if (DefinedClasses.any()) {
            NotedSites.note();
        }
    }

    @Override
    public void capture(Map<String, String[]> state) {
        if (DefinedClasses.any() || held) {
            NotedSites.capture(state);
        }
    }

    @Override
    public void restoreEarly(Map<String, String[]> state) throws ClassNotFoundException {
        String[] texts = state.remove(KEY);
        any = texts != null;
        if (any) {
            RestoredSites.restore(texts);
        }
    }

    @Override
    public void restoreLate(Map<String, String[]> state) {
        LambdaClasses.forgetNoted();
    }

    @Override
    public void putBack() {
        LambdaClasses.forgetNoted();
    }

    /** Whether calls were linked that the replay links again. */
    static boolean any() {
        return any;
    }
}
