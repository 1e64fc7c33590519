package jcp.runtime.program;

import java.util.List;
import java.util.Map;
import jcp.runtime.jvm.JdkClasses;
import jcp.runtime.jvm.JvmState;
import jcp.runtime.jvm.LoadedClasses;
import jcp.runtime.report.Problem;

/**
 * The part of the JVM's state that agents have changed ({@link Agents}, {@link ChangedClasses}). Apart from them, since these classes are loaded where there is
 * an agent alone.
 *
 * <p>Invariant: where no agent was loaded, nothing is looked at but whether the JDK's class of agents is initialised.
 */
public final class AgentState extends JvmState {
    /** What a checkpoint has of classes that agents have changed: of each its name, how it was changed, and its file. */
    public static final String CHANGED = "classes changed by agents";
    /** Whether there are agents at the snapshot under way. */
    private static boolean met;

    /** When the run begins, or the root below main is entered. */
    public static void runBegins() {
        if (exist()) {
            ChangedClasses.begin();
        }
    }

    /** The same at the entry of a root below main, for agents. */
    static void entered() {
        if (exist()) {
            Agents.entered();
        }
    }

    static boolean exist() {
        return JdkClasses.initialized(ClassChanges.IMPLEMENTATION) != null;
    }

    /** What stands in the way. */
    public static void check(Plan plan, List<Problem> problems) {
        if (met) {
            Agents.check(problems);
            ChangedClasses.check(plan, problems);
        }
    }

    /** Objects that the JVM alone holds. */
    public static List<Object> roots() {
        return met ? Agents.roots() : List.of();
    }

    /** Those of them that a root below main has found. */
    public static List<Object> standing() {
        return met ? Agents.standing() : List.of();
    }

    /** Static fields of the program that code names which the analysis has not seen: of each the class, by its internal name, the name and the descriptor in turn. */
    static List<String> fields() {
        return met ? ChangedClasses.fields() : List.of();
    }

    @Override
    public void restoreEarly(Map<String, String[]> state) throws Throwable {
        if (state.containsKey(Agents.PATH)) {
            Agents.restoreEarly(state);
        }
    }

    /** When all else is restored: where the JDK's code was changed, code of the program runs from here on. */
    public static final class Late extends JvmState {
        @Override
        public void note(LoadedClasses loaded) {
            met = exist();
            if (met) {
                Agents.note();
                ChangedClasses.note(loaded);
            }
        }

        @Override
        public void capture(Map<String, String[]> state) {
            if (met) {
                Agents.capture(state);
                ChangedClasses.capture(state);
            }
        }

        @Override
        public void putBack() {
            if (met) {
                Agents.putBack();
                ChangedClasses.forget();
            }
            met = false;
        }

        @Override
        public void restoreLate(Map<String, String[]> state) throws Throwable {
            String[] changed = state.remove(CHANGED);
            if (changed != null) {
                ChangedClasses.restore(changed);
            }
            if (exist()) {
                Agents.restoreLate();
            }
        }
    }
}
