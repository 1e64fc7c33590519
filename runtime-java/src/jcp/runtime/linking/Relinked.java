package jcp.runtime.linking;

import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandle;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.HashGenerator;

/**
 * A call site that was linked before the checkpoint and is linked again in the replay. Linking takes identity hashes, in the
 * bootstrap method and behind it, where the JVM makes the code that calls the site; the original took them before the
 * checkpoint. So all that is made by the first call is made here, and then all hashes are given back.
 *
 * <p>Invariants: no handle is made or combined for it, since the JDK keeps the code that it makes for handles, by their
 * shapes, and the program's own linking would find it and take fewer hashes than in the original.
 */
public final class Relinked {
    private Relinked() {}

    /** Gives back the hashes taken since {@code before}, when the JVM has all code to call the site. */
    public static CallSite site(CallSite made, HashGenerator before) {
        try {
            Rehearsal.called(made);
            compile(made.getTarget());
        } catch (IllegalStateException e) {
            return made; // another JDK: its first call takes the hashes anew
        } finally {
            HashGenerator.set(before);
        }
        return made;
    }

    /** Makes the code of the handle, as its first call would. */
    static void compile(MethodHandle handle) {
        Object form = Access.getField(handle, MethodHandle.class, "form");
        Access.call(form, form.getClass(), "prepare");
    }
}
