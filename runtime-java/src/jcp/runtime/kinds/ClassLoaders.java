package jcp.runtime.kinds;

import java.net.URLClassLoader;
import java.util.Collection;
import java.util.Map;
import jcp.runtime.graph.GraphReader;
import jcp.runtime.graph.Kind;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.LoaderParts;
import jcp.runtime.program.ProgramLoaders;

/**
 * Class loaders of the program: their fields are copied but for those that tie them to the JVM ({@link LoaderParts}). One that has defined
 * classes has its parts before objects are made ({@link ProgramLoaders}).
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

    /** How the graph treats them. */
    public static final class AsKind extends Kind {
        @Override
        public String[] skippedFields() {
            return new String[] {
                "java.lang.ClassLoader.unnamedModule", "java.lang.ClassLoader.libraries", "java.lang.ClassLoader.defaultDomain",
                "java.lang.ClassLoader.classLoaderValueMap", "java.lang.ClassLoader.classes", "java.lang.ClassLoader.packages"};
        }

        @Override
        public boolean admits(Object o) {
            return isPlain((ClassLoader) o) || ProgramLoaders.problem((ClassLoader) o) == null;
        }

        @Override
        public String detail(Object o) {
            return ProgramLoaders.problem((ClassLoader) o);
        }

        /** A loader that the replaying JVM had already, or that has classes, has its own. */
        @Override
        public void restorePart(Object o, String[] part, GraphReader graph) {
            if (!LoaderParts.has((ClassLoader) o)) {
                LoaderParts.make((ClassLoader) o);
            }
        }
    }
}
