package jcp.runtime.jvm;

import java.lang.invoke.MethodType;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;

/** What ties a class loader to the JVM, made as the constructor of {@code ClassLoader} makes it. */
public final class LoaderParts {
    private static final String CLASSES = "classes";
    private static final String MODULE = "unnamedModule";

    private LoaderParts() {}

    /** Whether the loader has them. */
    public static boolean has(ClassLoader loader) {
        return Access.getField(loader, ClassLoader.class, MODULE) != null;
    }

    /** Makes them for a loader without classes. */
    public static void make(ClassLoader loader) {
        try {
            MethodType constructor = MethodType.methodType(void.class, ClassLoader.class);
            Object module = Lookups.in(Module.class).findConstructor(Module.class, constructor).invoke(loader);
            Access.setField(loader, ClassLoader.class, MODULE, module);
            Access.setField(loader, ClassLoader.class, "libraries", libraries(loader));
        } catch (Throwable e) {
            throw new IllegalStateException("a class loader cannot be created: " + e, e);
        }
        boolean isVector = Access.field(ClassLoader.class, CLASSES).type() == Vector.class;
        Access.setField(loader, ClassLoader.class, CLASSES, isVector ? new Vector<>() : new ArrayList<>());
        Access.setField(loader, ClassLoader.class, "packages", new ConcurrentHashMap<>());
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
}
