package jcp.runtime;

import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/**
 * The hooks of the replaying jar. The first one that is called restores the whole checkpoint; if it can't, the JVM ends
 * with status {@link #CANNOT_REPLAY} before any code of the program has run.
 */
public final class Replay {
    /** Exit status of a replay that cannot be done. */
    static final int CANNOT_REPLAY = 78;

    private static Set<String> initialized;
    private static Frames frames;
    private static Frames.Frame current;
    private static boolean rooted;
    private static boolean resuming = true;

    private Replay() {}

    /** Guard of {@code <clinit>}: whether the class was initialised before the checkpoint, so that it must not be again. */
    public static boolean initialized(String name) {
        load();
        return initialized.contains(name);
    }

    /** In the constructor of the class whose instance {@code main} is the root: whether the JVM calls it, before the root. */
    public static boolean launching() {
        return !rooted;
    }

    /** At the start of the root: true in the first activation, with everything restored. */
    public static boolean root() {
        if (rooted) {
            return false;
        }
        rooted = true;
        load();
        return true;
    }

    /** Selects the shadow frame that the following calls read. */
    public static void frame(int site) {
        current = frames.at(site);
    }

    public static int getI(int slot) {
        return (int) current.values[slot];
    }

    public static long getJ(int slot) {
        return current.values[slot];
    }

    public static float getF(int slot) {
        return Float.intBitsToFloat((int) current.values[slot]);
    }

    public static double getD(int slot) {
        return Double.longBitsToDouble(current.values[slot]);
    }

    public static Object getA(int slot) {
        return current.references[slot];
    }

    /** Whether frames are still being restored. */
    public static boolean resuming() {
        return resuming && rooted;
    }

    /** In the container, after its frame is restored: the program goes on. */
    public static void live() {
        frames = null;
        current = null;
        resuming = false;
    }

    /** In the clone of a constructor: assigns a final field, of which the class must be the owner. */
    public static void assignI(Object owner, int value, String type, String field) throws ReflectiveOperationException {
        Access.setNumber(owner, type, field, value);
    }

    public static void assignJ(Object owner, long value, String type, String field) throws ReflectiveOperationException {
        Access.setNumber(owner, type, field, value);
    }

    public static void assignF(Object owner, float value, String type, String field) throws ReflectiveOperationException {
        Access.setNumber(owner, type, field, Float.floatToRawIntBits(value));
    }

    public static void assignD(Object owner, double value, String type, String field) throws ReflectiveOperationException {
        Access.setNumber(owner, type, field, Double.doubleToRawLongBits(value));
    }

    public static void assignA(Object owner, Object value, String type, String field) throws ReflectiveOperationException {
        Access.setField(owner, Access.application(type), field, value);
    }

    /** In code that the analysis holds unreachable after the checkpoint. */
    public static void unreachable(String method) {
        fail(List.of(new Problem(method, "it was called after the checkpoint, which the analysis did not foresee, and reads"
                + " static fields that were not captured", "report this as an error of jcp, with the program")));
    }

    private static synchronized void load() {
        if (initialized != null) {
            return;
        }
        long start = System.nanoTime();
        try {
            String missing = Opening.open();
            if (missing != null) {
                fail(List.of(new Problem("jcp", missing, "")));
            }
            Plan plan = Plan.read();
            Hidden.hide(plan);
            File file = plan.checkpoint();
            if (!file.isFile()) {
                fail(List.of(new Problem(file.getPath(), "there is no checkpoint file",
                        "run the capturing jar first, or name the file with -Djcp.checkpoint=FILE")));
            }
            Anchors.begin();
            restore(plan, file);
        } catch (IOException | IllegalStateException e) {
            fail(List.of(new Problem("jcp", String.valueOf(e.getMessage()), "")));
        } catch (Throwable e) {
            e.printStackTrace();
            fail(List.of(new Problem("jcp", "restoring failed: " + e, "report this as an error of jcp")));
        }
        new Report("replayed").put("restore_ns", System.nanoTime() - start).write();
    }

    private static void restore(Plan plan, File file) throws Throwable {
        try (CheckpointFile checkpoint = CheckpointFile.open(file)) {
            Restorer restorer = new Restorer(plan, checkpoint);
            // from here on the guards let no class initialiser of the program run that ran before
            initialized = restorer.initialized();
            frames = restorer.restore();
        }
    }

    private static void fail(List<Problem> problems) {
        for (Problem problem : problems) {
            System.err.println("jcp: cannot replay: " + problem);
        }
        new Report("refused").reasons(problems).write();
        System.err.flush();
        Runtime.getRuntime().halt(CANNOT_REPLAY);
    }
}
