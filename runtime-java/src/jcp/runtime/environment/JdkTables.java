package jcp.runtime.environment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.JdkClasses;
import jcp.runtime.report.Problem;

/**
 * Tables and settings of the JDK in which a program can enter objects of the JDK's own classes, or from which it can take some, and
 * which are not given back: told by comparing them with what the JVM enters by itself. {@link RegistryObstacles} finds objects of the
 * program. A table of a class that is not initialised is as it was. What frames above a chain's root have changed the replay's have
 * changed, too.
 */
public final class JdkTables {
    private JdkTables() {}

    /** What was changed when the root was entered. */
    private static final List<Problem> ABOVE = new ArrayList<>();

    /** At the entry of the root. */
    public static void entered() {
        ABOVE.clear();
        find(ABOVE);
    }

    static void check(List<Problem> problems) {
        List<Problem> found = new ArrayList<>();
        find(found);
        for (Problem problem : found) {
            boolean here = false;
            for (Problem above : ABOVE) {
                here |= above.toString().equals(problem.toString());
            }
            if (!here) {
                problems.add(problem);
            }
        }
    }

    private static void find(List<Problem> problems) {
        signals(problems);
        zipFileSystems(problems);
        providers(problems);
    }

    /** One that is ignored, or left to the system, is known but has no handler of Java. */
    private static void signals(List<Problem> problems) {
        Class<?> in = JdkClasses.initialized("jdk.internal.misc.Signal");
        if (in != null && ((Map<?, ?>) Access.getField(null, in, "signals")).size() > ((Map<?, ?>) Access.getField(null, in, "handlers")).size()) {
            problems.add(new Problem("sun.misc.Signal", "the program ignores a signal, or leaves a signal to the system",
                "change the handling of the signal after the checkpoint"));
        }
    }

    /** Those that were made for an address are found by it until they are closed. */
    private static void zipFileSystems(List<Problem> problems) {
        Class<?> in = JdkClasses.initialized("java.nio.file.spi.FileSystemProvider");
        List<?> providers = in == null ? null : (List<?>) Access.getField(null, in, "installedProviders");
        for (Object provider : providers == null ? new Object[0] : providers.toArray()) {
            if (provider.getClass().getName().equals("jdk.nio.zipfs.ZipFileSystemProvider")) {
                Map<?, ?> open = (Map<?, ?>) Access.getField(provider, provider.getClass(), "filesystems");
                for (Object file : open.keySet().toArray()) {
                    problems.add(new Problem("jdk.nio.zipfs.ZipFileSystem", "the program has opened a zip file as a file system by its URI: " + file,
                        "close the file system before the checkpoint"));
                }
            }
        }
    }

    /** Whether the security providers are those of the configuration, in its order; without those that the JVM cannot load. */
    private static void providers(List<Problem> problems) {
        Class<?> in = JdkClasses.initialized("sun.security.jca.Providers");
        if (in == null) {
            return;
        }
        Object list = Access.getField(null, in, "providerList");
        List<String> there = new ArrayList<>();
        for (Object config : (Object[]) Access.getField(list, list.getClass(), "configs")) {
            there.add((String) Access.getField(config, config.getClass(), "provName"));
        }
        List<String> wanted = new ArrayList<>();
        String entry = java.security.Security.getProperty("security.provider.1");
        for (int i = 2; entry != null; i++) {
            String name = entry.trim();
            int blank = name.indexOf(' ');
            name = blank < 0 ? name : name.substring(0, blank);
            if (!wanted.contains(name) && (there.contains(name) || loads(name))) {
                wanted.add(name);
            }
            entry = java.security.Security.getProperty("security.provider." + i);
        }
        if (!there.equals(wanted)) {
            problems.add(new Problem("java.security.Provider", "the program has changed the list of security providers: " + there,
                "change the list after the checkpoint, or configure the providers in java.security"));
        }
    }

    /** What cannot be loaded the JVM takes off its list by itself. */
    private static boolean loads(String provider) {
        try {
            Class<?> config = Class.forName("sun.security.jca.ProviderConfig");
            Object made = Access.U.allocateInstance(config); // as its constructor makes it
            Access.setField(made, config, "provName", provider);
            Access.setField(made, config, "argument", "");
            return Access.method(config, "getProvider").invoke(made) != null;
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }
}
