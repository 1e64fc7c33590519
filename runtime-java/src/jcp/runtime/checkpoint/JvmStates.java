package jcp.runtime.checkpoint;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import jcp.runtime.environment.ClockShift;
import jcp.runtime.environment.Counters;
import jcp.runtime.environment.DefaultLocales;
import jcp.runtime.environment.DefaultTimeZone;
import jcp.runtime.environment.DeletedAtExit;
import jcp.runtime.environment.IterationOrder;
import jcp.runtime.environment.JdkSettings;
import jcp.runtime.environment.LoggerStates;
import jcp.runtime.environment.ModuleState;
import jcp.runtime.environment.SecurityProperties;
import jcp.runtime.environment.StandardOutput;
import jcp.runtime.environment.SystemProperties;
import jcp.runtime.environment.ThreadGroups;
import jcp.runtime.files.StandardInput;
import jcp.runtime.hashes.ClassHashes;
import jcp.runtime.hashes.EnumHashes;
import jcp.runtime.hashes.KeptHashes;
import jcp.runtime.hashes.StringHashes;
import jcp.runtime.hashes.ThreadLocalHashes;
import jcp.runtime.jvm.Addressing;
import jcp.runtime.jvm.Boxes;
import jcp.runtime.jvm.JvmState;
import jcp.runtime.jvm.LoadedClasses;
import jcp.runtime.jvm.NameCounters;
import jcp.runtime.jvm.Strings;
import jcp.runtime.linking.Accessors;
import jcp.runtime.linking.CallSites;
import jcp.runtime.linking.DefinedSites;
import jcp.runtime.linking.HookClasses;
import jcp.runtime.linking.JdkInitialized;
import jcp.runtime.linking.JdkLinking;
import jcp.runtime.linking.LambdaForms;
import jcp.runtime.linking.Proxies;
import jcp.runtime.linking.Rehearsal;
import jcp.runtime.program.AgentState;
import jcp.runtime.program.ClassPath;
import jcp.runtime.program.DefinedClasses;
import jcp.runtime.program.Hidden;
import jcp.runtime.program.Plan;
import jcp.runtime.program.RunFacts;
import jcp.runtime.program.Surroundings;
import jcp.runtime.program.Unguarded;
import jcp.runtime.threads.Cleaners;
import jcp.runtime.threads.IdleWorkers;
import jcp.runtime.threads.PoolWorkers;

/** The parts of the JVM's state, of one snapshot or one restoration, in the order in which they are noted and restored. */
public final class JvmStates {
    final ClassHashes classHashes = new ClassHashes();
    final StringHashes stringHashes = new StringHashes();
    final JdkInitialized jdkInitialized = new JdkInitialized();
    private final JvmState[] all;

    /** Of a snapshot. */
    JvmStates(Plan plan) {
        this(plan, Set.of(), false);
    }

    /** Of a restoration; {@code initialized}: the program's classes that were; {@code fromMain}: nothing of the program has run. */
    JvmStates(Plan plan, Set<String> initialized, boolean fromMain) {
        all = new JvmState[] {
            new RunFacts(),
            // before the classes of objects: orders, identity hashes, what the JDK has linked and made
            new IterationOrder(),
            new Counters(plan.replaysSeeds),
            new NameCounters(),
            new ClassHashes.OfJdk(),
            new AgentState(),
            new DefinedClasses(),
            classHashes,
            new EnumHashes(),
            stringHashes,
            new ThreadLocalHashes(),
            new KeptHashes(fromMain),
            new CallSites(),
            new DefinedSites(),
            jdkInitialized,
            new JdkLinking.AsState(),
            new GuardedClasses(plan, initialized), // when their classes have their hashes
            new LambdaForms(),
            new Rehearsal(),
            new HiddenClones(plan, fromMain), // not before: it hashes the classes
            new Proxies(),
            // before the objects: properties first, since others may read them
            new ClockShift(plan.replaysClock),
            new Surroundings(),
            new SystemProperties(),
            new ClassPath(),
            new ModuleState(),
            new DefaultLocales(),
            new DeletedAtExit(),
            new StandardInput(),
            new StandardOutput(),
            new LoggerStates(),
            new SecurityProperties(),
            new DefaultTimeZone(),
            new IdleWorkers(),
            new Cleaners(),
            new JdkSettings(),
            new Counters.Numbers(), // last, since all of the above may count
            new Strings(),
            new Addressing(),
            new Boxes(),
            new PoolWorkers(),
            // when all objects are restored
            new ThreadGroups(),
            new Accessors(),
            new AgentState.Late(), // last: the others' notes are of before its work, and code of the program runs once it is restored
        };
    }

    /** At the snapshot, before all else. */
    LoadedClasses note() {
        for (JvmState part : all) {
            part.begin();
        }
        LoadedClasses loaded = new LoadedClasses();
        for (JvmState part : all) {
            part.note(loaded);
        }
        return loaded;
    }

    Map<String, String[]> capture() {
        Map<String, String[]> state = new TreeMap<>();
        for (JvmState part : all) {
            part.capture(state);
        }
        return state;
    }

    void putBack() {
        for (JvmState part : all) {
            part.putBack();
        }
    }

    void restoreEarly(Map<String, String[]> state) throws Throwable {
        for (JvmState part : all) {
            part.restoreEarly(state);
        }
    }

    void restore(Map<String, String[]> state) throws Throwable {
        for (JvmState part : all) {
            part.restore(state);
        }
    }

    void restoreLate(Map<String, String[]> state) throws Throwable {
        for (JvmState part : all) {
            part.restoreLate(state);
        }
    }

    /** Classes that have run their initialisers get the code without guards, and what the program's code calls is loaded. */
    private static final class GuardedClasses extends JvmState {
        private final Plan plan;
        private final Set<String> initialized;

        GuardedClasses(Plan plan, Set<String> initialized) {
            this.plan = plan;
            this.initialized = initialized;
        }

        @Override
        public void restoreEarly(Map<String, String[]> state) throws Throwable {
            Unguarded.still(plan, initialized);
            HookClasses.load();
        }
    }

    /** The clones are hidden, unless the program has begun and they are already. */
    private static final class HiddenClones extends JvmState {
        private final Plan plan;
        private final boolean fromMain;

        HiddenClones(Plan plan, boolean fromMain) {
            this.plan = plan;
            this.fromMain = fromMain;
        }

        @Override
        public void restoreEarly(Map<String, String[]> state) throws Throwable {
            if (fromMain) {
                Hidden.hide(plan);
            }
        }
    }
}
