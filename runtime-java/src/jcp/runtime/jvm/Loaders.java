package jcp.runtime.jvm;

/** The JVM's own three loaders by name. */
public final class Loaders {
    private Loaders() {}

    /** That of the program, which is that of the runtime. */
    public static ClassLoader own() {
        return Access.class.getClassLoader();
    }

    /** Null for another loader. */
    public static String name(ClassLoader loader) {
        return loader == null ? "boot" : loader == ClassLoader.getPlatformClassLoader() ? "platform" : loader == own() ? "app" : null;
    }

    public static ClassLoader named(String name) {
        return name.equals("boot") ? null : name.equals("platform") ? ClassLoader.getPlatformClassLoader() : own();
    }
}
