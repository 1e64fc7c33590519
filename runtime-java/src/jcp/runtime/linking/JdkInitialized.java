package jcp.runtime.linking;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.JvmState;
import jcp.runtime.jvm.LoadedClasses;

/**
 * Classes of java.base that were initialised before the checkpoint. The replay has them initialised before the program goes
 * on: an initialiser that ran only when the program comes to it would take identity hashes which the original took before, and
 * see what the program has set since.
 *
 * <p>Left out: the JDK's other modules, whose initialisers may load libraries and start threads; they run when the program
 * comes to them.
 */
public final class JdkInitialized extends JvmState {
    private static final String KEY = "initialized of the JDK";

    private static String[] names = {};

    /** Once noted: the names. */
    public List<String> noted;

    /** Their names, the oldest first. */
    static List<String> now(LoadedClasses loaded) {
        List<String> found = new ArrayList<>();
        for (int i = loaded.classes.size() - 1; i >= 0; i--) { // a loader has its newest first
            Class<?> type = loaded.classes.get(i);
            if (type.getModule() == Object.class.getModule() && Access.isInitialized(type)) {
                found.add(type.getName());
            }
        }
        return found;
    }

    static void capture(List<String> then, Map<String, String[]> state) {
        state.put(KEY, then.toArray(new String[0]));
    }

    @Override
    public void restoreEarly(Map<String, String[]> state) {
        names = state.containsKey(KEY) ? state.remove(KEY) : names;
    }

    /** Called last before the program goes on, when what initialisers may ask for is restored. */
    public static void goOn() {
        for (String name : names) {
            try {
                Class.forName(name, true, null);
            } catch (ClassNotFoundException | LinkageError e) {
                continue; // of the platform's loader; or it fails where the program needs it
            }
        }
        names = new String[0];
    }

    @Override
    public void note(LoadedClasses loaded) {
        noted = now(loaded);
    }

    @Override
    public void capture(Map<String, String[]> state) {
        JdkInitialized.capture(noted, state);
    }
}
