package jcp.runtime.kinds;

import java.lang.invoke.MethodType;
import java.net.URLClassLoader;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.Collection;
import java.util.Map;
import jcp.runtime.graph.GraphReader;
import jcp.runtime.graph.Kind;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.Lookups;

/**
 * Class loaders of the program that have defined no class yet: their fields are copied but for those that tie them to the
 * JVM, which are made as the constructor of ClassLoader makes them. A loader that has defined classes is refused.
 */
public final class ClassLoaders {
    private ClassLoaders() {}

    /** Whether the loader is nothing but its fields. */
    static boolean isPlain(ClassLoader loader) {
        boolean ofUrls = loader instanceof URLClassLoader && loader.getClass().getName().startsWith("java.net.");
        return (Access.isApplication(loader.getClass()) || ofUrls)
            && ((Collection<?>) Access.getField(loader, ClassLoader.class, "classes")).isEmpty()
            && ((Map<?, ?>) Access.getField(loader, ClassLoader.class, "packages")).isEmpty();
    }

    /** Makes what was not copied. A loader that the replaying JVM had already keeps its own. */
    static void restore(ClassLoader loader) {
        if (Access.getField(loader, ClassLoader.class, "unnamedModule") != null) {
            return;
        }
        try {
            MethodType constructor = MethodType.methodType(void.class, ClassLoader.class);
            Object module = Lookups.in(Module.class).findConstructor(Module.class, constructor).invoke(loader);
            Access.setField(loader, ClassLoader.class, "unnamedModule", module);
            Access.setField(loader, ClassLoader.class, "libraries", libraries(loader));
        } catch (Throwable e) {
            throw new IllegalStateException("a class loader cannot be created: " + e, e);
        }
        Access.setField(loader, ClassLoader.class, "defaultDomain",
            new ProtectionDomain(new CodeSource(null, (Certificate[]) null), null, loader, null));
    }

    private static Object libraries(ClassLoader loader) throws Throwable {
        Class<?> type = Access.field(ClassLoader.class, "libraries").type();
        MethodType factory = MethodType.methodType(type, ClassLoader.class);
        try {
            return Lookups.in(type).findStatic(type, "newInstance", factory).invoke(loader); // JDK 25
        } catch (NoSuchMethodException e) {
            return Lookups.in(type).findStatic(type, "jniNativeLibraries", factory).invoke(loader); // JDK 17
        }
    }

    /** How the graph treats them. */
    public static final class AsKind extends Kind {
        @Override
        public String[] skippedFields() {
            return new String[] {
                "java.lang.ClassLoader.unnamedModule", "java.lang.ClassLoader.libraries", "java.lang.ClassLoader.defaultDomain",
                "java.lang.ClassLoader.classLoaderValueMap"};
        }

        @Override
        public boolean admits(Object o) {
            return isPlain((ClassLoader) o);
        }

        @Override
        public void restorePart(Object o, String[] part, GraphReader graph) {
            ClassLoaders.restore((ClassLoader) o);
        }
    }
}
