package jcp.runtime.jvm;

/**
 * The JVM's own three loaders by name, and a fourth: where an executable jar has a launcher, that one is of the JVM's loader of the class
 * path, and has made a loader of its own for the program, which the replay's launcher makes again. The launcher's classes and objects then count
 * as the JVM's.
 */
public final class Loaders {
    private static final String LAUNCHER = "launcher";
    private static boolean launched;

    private Loaders() {}

    /** That of the program, which is that of the runtime. */
    public static ClassLoader own() {
        return Access.class.getClassLoader();
    }

    /** The plan says that a launcher has made the program's loader. */
    public static void launch() {
        launched = own() != ClassLoader.getSystemClassLoader();
    }

    /** Whether a launcher has made the program's loader. */
    public static boolean launched() {
        return launched;
    }

    /** Whether the class is the launcher's. */
    public static boolean isLaunchers(Class<?> type) {
        return launched && type.getClassLoader() == ClassLoader.getSystemClassLoader();
    }

    /** Null for another loader. */
    public static String name(ClassLoader loader) {
        return loader == null ? "boot" : loader == ClassLoader.getPlatformClassLoader() ? "platform" : loader == own() ? "app"
            : launched && loader == ClassLoader.getSystemClassLoader() ? LAUNCHER : null;
    }

    public static ClassLoader named(String name) {
        return name.equals("boot") ? null : name.equals("platform") ? ClassLoader.getPlatformClassLoader()
            : name.equals(LAUNCHER) ? ClassLoader.getSystemClassLoader() : own();
    }
}
