package jcp.runtime.environment;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import jcp.runtime.jvm.JvmState;
import jcp.runtime.jvm.LaunchProperties;
import jcp.runtime.program.ClassPath;
import jcp.runtime.report.Problem;

/**
 * System properties. What the user or the program set is given back; what describes the JVM, the machine or the launch is
 * the replaying JVM's, unless the program changed it during the run.
 */
public final class SystemProperties extends JvmState {

    /** Set by the JVM for this launch; an entry that ends in a dot is a prefix. */
    private static final String[] LAUNCH = {
        "java.home", "java.class.path", "java.class.version", "java.library.path", "java.vm.", "java.runtime.", "java.version",
        "java.vendor", "java.specification.", "java.io.tmpdir", "jdk.module.", "jdk.debug", "sun.", "os.", "user.dir",
        "user.name", "user.home", "file.encoding", "native.encoding", "stdin.encoding", "stdout.encoding", "stderr.encoding",
        "file.separator", "path.separator", "line.separator",
    };

    private static final String CLASS_PATH = "java.class.path";
    private static final String PREFIX = "property ";
    private static final String CLEARED = "cleared property ";
    private static Map<String, Object> initial = Map.of();
    private static Properties own;

    static void remember() {
        initial = entries();
        own = System.getProperties();
    }

    private static Map<String, Object> entries() {
        Map<String, Object> found = new HashMap<>();
        Properties properties = System.getProperties();
        synchronized (properties) {
            for (Map.Entry<Object, Object> e : properties.entrySet()) {
                found.put(String.valueOf(e.getKey()), e.getKey() instanceof String ? e.getValue() : e);
            }
        }
        return found;
    }

    private static boolean ofRuntime(String name) {
        return name.startsWith("jcp.");
    }

    private static boolean ofLaunch(String name) {
        for (String entry : LAUNCH) {
            if (name.equals(entry) || name.startsWith(entry.endsWith(".") ? entry : entry + ".")) {
                return true;
            }
        }
        return false;
    }

    static void check(List<Problem> problems) {
        if (System.getProperties() != own || own.getClass() != Properties.class) { // replaced before the runtime began, or since
            problems.add(new Problem("java.util.Properties", "the system properties were replaced as a whole, by System.setProperties",
                "set single properties with System.setProperty"));
        }
        for (Map.Entry<String, Object> e : entries().entrySet()) {
            if (!(e.getValue() instanceof String)) {
                problems.add(new Problem("java.util.Properties", "system property \"" + e.getKey() + "\" is not a string",
                    "set it after the checkpoint"));
            }
        }
    }

    @Override
    public void capture(Map<String, String[]> state) {
        Map<String, Object> now = entries();
        for (Map.Entry<String, Object> e : now.entrySet()) { // the state sorts them
            String name = e.getKey();
            boolean unchanged = now.get(name).equals(initial.get(name)) && asLaunched(name, initial.get(name));
            if (!ofRuntime(name) && !(ofLaunch(name) && unchanged)) {
                state.put(PREFIX + name, new String[] {now.get(name).toString()});
            }
        }
        captureCleared(initial, now, state);
        captureCleared(LaunchProperties.all(), now, state);
    }

    /** Whether the program had not set it before the runtime began. */
    private static boolean asLaunched(String name, Object value) {
        return value.equals(name.equals(CLASS_PATH) ? ClassPath.shown() : LaunchProperties.get(name));
    }

    private static void captureCleared(Map<String, ?> before, Map<String, Object> now, Map<String, String[]> state) {
        for (Object key : before.keySet().toArray()) { // the JDK's map makes entries of classes that the program may be the first to link
            String name = (String) key;
            if (!now.containsKey(name) && !ofRuntime(name)) {
                state.put(CLEARED + name, new String[0]);
            }
        }
    }

    @Override
    public void restore(Map<String, String[]> state) {
        for (String name : new ArrayList<>(entries().keySet())) {
            boolean kept = ofRuntime(name) || ofLaunch(name) && !state.containsKey(CLEARED + name);
            if (!kept && !state.containsKey(PREFIX + name)) {
                System.clearProperty(name);
            }
        }
        for (Map.Entry<String, String[]> e : state.entrySet()) {
            if (e.getKey().startsWith(PREFIX)) {
                System.setProperty(e.getKey().substring(PREFIX.length()), e.getValue()[0]);
            }
        }
    }
}
