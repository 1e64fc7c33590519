package jcp.runtime.jvm;

import java.lang.module.ResolvedModule;
import java.net.URI;
import java.util.Optional;

/**
 * Classes of the JDK by name, for what other classes than the JDK's may have left alone.
 *
 * <p>Invariant: asking loads no class and links none.
 */
public final class JdkClasses {
    private JdkClasses() {}

    /** The class if this JVM has initialised it; asking loads none, where the JVM's list is known, and links nothing. */
    public static Class<?> initialized(String name) {
        Class<?> type;
        try {
            type = BootClasses.mayHave(name) ? Class.forName(name, false, null) : null;
            if (type == null) {
                type = LoadedClasses.ofPlatform(name);
            }
        } catch (ClassNotFoundException e) {
            type = (Class<?>) Access.call(ClassLoader.getPlatformClassLoader(), ClassLoader.class, "findLoadedClass", name);
        }
        return type != null && Access.isInitialized(type) ? type : null;
    }

    /** Whether the class is of a module of the runtime image. Of the application's loader these are the JDK's tools. */
    public static boolean isInImage(Class<?> type) {
        Module module = type.getModule();
        if (!module.isNamed() || module.getLayer() != ModuleLayer.boot()) {
            return false;
        }
        Optional<ResolvedModule> resolved = module.getLayer().configuration().findModule(module.getName());
        Optional<URI> location = resolved.isPresent() ? resolved.get().reference().location() : Optional.empty();
        return !location.isPresent() || "jrt".equals(location.get().getScheme());
    }

    /** Null if this JVM has no such class. */
    public static Class<?> load(String name, boolean initialize) {
        try {
            return Class.forName(name, initialize, ClassLoader.getPlatformClassLoader());
        } catch (ClassNotFoundException e) {
            return null; // another JDK's class, or a module that this JVM lacks
        }
    }
}
