package jcp.runtime.program;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.HotSpot;
import jcp.runtime.jvm.OwnFiles;
import jcp.runtime.report.Problem;

/**
 * Classes whose initialisers have no room for a guard ({@code bare.rs} of the rewriter). One that was initialised before the
 * checkpoint gets an initialiser that does nothing, from the replaying jar, before anything of the program runs.
 *
 * <p>Left out: initialisers that failed before the checkpoint. Without a guard they cannot be had to fail again, so the
 * capture is refused then.
 */
public final class Unguarded {
    private Unguarded() {}

    /** In the replay: such initialisers that ran do nothing from here on. */
    public static void still(Plan plan, Set<String> initialized) throws ReflectiveOperationException, IOException {
        for (String name : plan.bare) {
            if (initialized.contains(name)) {
                Class<?> type = Class.forName(name.replace('/', '.'), false, Access.APPLICATION);
                ClassChanges.replace(type, OwnFiles.read("bare/" + name));
            }
        }
    }

    /** In the capturing run: no such initialiser may have failed. */
    public static void check(Plan plan, List<Problem> problems) {
        if (plan.bare.isEmpty()) {
            return;
        }
        HotSpot structures = HotSpot.find();
        for (Class<?> type : Statics.loaded()) {
            if (plan.bare.contains(type.getName().replace('.', '/')) && !Access.isInitialized(type)
                    && (structures == null || structures.hasFailed(type))) {
                problems.add(new Problem(type.getName(), "its class initialiser threw an exception before the checkpoint, and is too long for a"
                    + " hook that repeats the exception", "choose a checkpoint before the first use of the class, or split its initialiser"));
            }
        }
    }
}
