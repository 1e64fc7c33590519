package jcp.runtime.program;

import java.lang.ref.WeakReference;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadPoolExecutor;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.ClassFields;
import jcp.runtime.jvm.JvmState;
import jcp.runtime.report.Problem;
import jcp.runtime.report.Settings;

/**
 * The surroundings of a chain that starts below main: classes that the user counts to what runs the program, not to the
 * program, such as those of a build tool's test runner or of an agent. The property {@code jcp.surroundings} has the starts
 * of their names, between commas.
 *
 * <p>Their statics and objects are not captured. The replay has its own, made by the frames above the root; where the program
 * holds one, it must have been there when the root was entered, and stands as it is. Their threads, if they lived at that
 * entry, are no obstacle. So what code before the checkpoint changes in them is not in the replay: that they do not let the
 * program see it is what the user says.
 *
 * <p>Static fields that an agent adds to classes of the program count to the surroundings, too.
 *
 * <p>A worker of a pool has frames of the JDK alone while it waits: it is of the surroundings if the pool's factory is.
 */
public final class Surroundings extends JvmState {
    static final String PROPERTY = "jcp.surroundings";
    private static final String KEY = "surroundings";
    private static String[] prefixes = {};
    /** The live threads when the root was entered; none if the chain starts with main. */
    private static final List<WeakReference<Thread>> THREADS = new ArrayList<>();

    /** Reads the property, before all else; what it must not say, or null. */
    public static Problem begin(Plan plan) {
        String value = plan.below ? Settings.get(PROPERTY, "JCP_SURROUNDINGS") : null;
        if (value == null) {
            return null;
        }
        List<String> found = new ArrayList<>();
        int start = 0;
        for (int comma = 0; comma >= 0; start = comma + 1) {
            comma = value.indexOf(',', start);
            String prefix = (comma < 0 ? value.substring(start) : value.substring(start, comma)).trim();
            if (!prefix.isEmpty()) {
                found.add(prefix);
            }
        }
        prefixes = found.toArray(new String[0]);
        for (Plan.Element element : plan.chain) {
            String type = element.type.replace('/', '.');
            if (has(type)) {
                return new Problem(type, PROPERTY + " names this class, which belongs to the chain", "use prefixes that name no class of the chain");
            }
        }
        return null;
    }

    /** At the entry of the root: which threads there are, virtual ones among them. */
    public static void entered(List<Thread> threads) {
        THREADS.clear();
        for (Thread thread : threads) {
            THREADS.add(new WeakReference<>(thread));
        }
    }

    @Override
    public void capture(Map<String, String[]> state) {
        if (prefixes.length > 0) {
            state.put(KEY, prefixes.clone());
        }
    }

    /** Why the replay has other surroundings than the capturing run; null if it has not. */
    public static String difference(java.util.Map<String, String[]> state) {
        String here = String.join(",", prefixes);
        String captured = String.join(",", state.getOrDefault(KEY, new String[0]));
        return here.equals(captured) ? null : "the checkpoint was taken with -D" + PROPERTY + "=" + captured + ", and this run has "
                + (here.isEmpty() ? "none" : here) + "; replay with the same value, or capture again";
    }

    /** Whether the class is one of the surroundings. A lambda's class has the name of its host. */
    public static boolean has(Class<?> type) {
        if (prefixes.length == 0 || Access.isJdk(type)) {
            return false;
        }
        return has(type.getName());
    }

    private static boolean has(String name) {
        for (String prefix : prefixes) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether an agent added the static field when the class was loaded, to keep something of its own: it is synthetic and
     * transient, which means nothing for a static, and the class file does not have it.
     */
    public static boolean added(ClassFields field, Plan plan) {
        return field.isSynthetic() && Modifier.isTransient(field.flags)
            && !plan.ownFields.contains(field.owner.getName() + "." + field.name);
    }

    /** Why an object of such a class cannot be restored, if it was not there at the entry. */
    public static Problem problem(Class<?> type) {
        return new Problem(type.getName(), PROPERTY + " names its class, but the program could not reach the object at the"
                + " call of the chain's first method", "leave its class out of " + PROPERTY + ", or move the checkpoint");
    }

    /** Whether the thread lived when the root was entered: the replay has its own, which the frames above the root have started. */
    public static boolean livedAtEntry(Thread thread) {
        for (WeakReference<Thread> each : THREADS) {
            if (each.get() == thread) {
                return true;
            }
        }
        return false;
    }

    /** Whether it is a thread of theirs that was there when the root was entered. */
    public static boolean own(Thread thread) {
        if (prefixes.length == 0 || !livedAtEntry(thread)) {
            return false;
        }
        boolean theirs = has(thread.getClass()) || ofTheirPool(thread);
        for (StackTraceElement frame : thread.getStackTrace()) {
            if (has(frame.getClassName())) {
                theirs = true;
            } else if (frame.getModuleName() == null && !frame.getClassName().startsWith("jcp.runtime.")) {
                return false; // the program's
            }
        }
        return theirs;
    }

    private static boolean ofTheirPool(Thread thread) {
        Object task = Access.hasField(Thread.class, "target") ? Access.getField(thread, Thread.class, "target")
            : Access.getField(Access.getField(thread, Thread.class, "holder"), Access.jdk("java.lang.Thread$FieldHolder"), "task");
        if (task == null || !task.getClass().getName().equals("java.util.concurrent.ThreadPoolExecutor$Worker")) {
            return task != null && has(task.getClass());
        }
        Object pool = Access.getField(task, task.getClass(), "this$0");
        return pool != null && has(Access.getField(pool, ThreadPoolExecutor.class, "threadFactory").getClass());
    }
}
