package jcp.runtime.jvm;

import java.util.Map;

/**
 * A part of the state that belongs to the JVM rather than to objects: captured as texts by names, and restored before the program
 * goes on. A snapshot and a restoration each have parts of their own, in the order of one list.
 *
 * <p>Invariant: what a part notes and captures changes nothing that the program can see.
 */
public abstract class JvmState {
    /** At the snapshot before all else, even before a garbage collection may start threads. */
    public void begin() {}

    /** Then: notes what the snapshot's own work would change. */
    public void note(LoadedClasses loaded) {}

    /** Adds what is to be restored. */
    public void capture(Map<String, String[]> state) {}

    /** After the snapshot, whether or not there is a file: puts back what its work has changed. */
    public void putBack() {}

    /** In the replay, before the classes of objects are looked up. */
    public void restoreEarly(Map<String, String[]> state) throws Throwable {}

    /** Then, before any object is made. */
    public void restore(Map<String, String[]> state) throws Throwable {}

    /** When all objects are restored. */
    public void restoreLate(Map<String, String[]> state) throws Throwable {}
}
