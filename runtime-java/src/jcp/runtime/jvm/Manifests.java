package jcp.runtime.jvm;

import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;

/**
 * Has the JVM read the manifest of the program's jar where the original reads it. It does, which takes hashes, when it makes the
 * first class of a named package from a jar; those of the runtime are such classes. One with a class path it has read before.
 */
public final class Manifests {
    /** The program's jar, while no class of the program in a named package is loaded; null: that does not matter. */
    private static JarFile unread;
    /** Where it holds its manifest, and the packages of the application's loader. */
    private static long manifest;
    private static Map<?, ?> packages;
    private static int packagesKnown;

    private Manifests() {}

    /** {@code jars}: the URLClassPath whose first entry is the program's jar. */
    public static void watch(Object jars) {
        Class<?> type = jars.getClass();
        List<?> open = Access.hasField(type, "loaders") ? (List<?>) Access.getField(jars, type, "loaders") : List.of();
        Object first = open.isEmpty() ? null : open.get(0);
        if (first != null && Access.hasField(first.getClass(), "jar") && Access.hasField(JarFile.class, "hasClassPathAttribute")) {
            JarFile jar = (JarFile) Access.getField(first, first.getClass(), "jar");
            unread = (boolean) Access.getField(jar, JarFile.class, "hasClassPathAttribute") ? null : jar;
            manifest = Access.offset(JarFile.class, "manRef");
            packages = (Map<?, ?>) Access.getField(Access.APPLICATION, ClassLoader.class, "packages");
        }
    }

    /** At the end of each hook, which may have made classes of the runtime: the program's first one has the manifest read again. */
    static void forget() {
        if (unread == null) {
            return;
        }
        if (packages.size() != packagesKnown && named()) {
            unread = null;
            return;
        }
        packagesKnown = packages.size();
        Access.U.putReference(unread, manifest, null);
    }

    /** Whether the program has a named package that is in no named module. */
    private static boolean named() {
        for (Map.Entry<?, ?> each : packages.entrySet()) {
            Module module = (Module) Access.getField(each.getValue(), Access.jdk("java.lang.NamedPackage"), "module");
            if (!module.isNamed() && !each.getKey().equals("") && !each.getKey().equals("jcp.runtime")) {
                return true;
            }
        }
        return false;
    }
}
