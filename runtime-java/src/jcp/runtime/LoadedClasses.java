package jcp.runtime;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The classes that the JVM's own three loaders have made so far, without loading any: hidden ones and arrays left out, but
 * for the boot loader's lambdas.
 *
 * <p>The platform's and the application's loader list their classes themselves. Those of the boot loader are read from the
 * JVM's structures ({@link HotSpot}); where that cannot be, they are not known.
 */
final class LoadedClasses {
    /** All of them. */
    final List<Class<?>> classes = new ArrayList<>();
    /** The keys of the boot loader's lambdas ({@link JdkLinking}). */
    final List<String> lambdas = new ArrayList<>();

    LoadedClasses() {
        addBoot();
        addListed(ClassLoader.getPlatformClassLoader());
        addListed(ClassLoader.getSystemClassLoader());
    }

    private void addBoot() {
        List<String> names = new ArrayList<>();
        HotSpot structures = HotSpot.find();
        if (structures != null) {
            structures.classesBeside(Object.class, names, lambdas);
        }
        for (String name : names) {
            try {
                classes.add(Class.forName(name, false, null));
            } catch (ClassNotFoundException | LinkageError e) {
                continue; // it is being loaded
            }
        }
    }

    private void addListed(ClassLoader loader) {
        if (Access.hasField(ClassLoader.class, "classes")) {
            for (Object type : ((Collection<?>) Access.getField(loader, ClassLoader.class, "classes")).toArray()) {
                if (!((Class<?>) type).isHidden()) {
                    classes.add((Class<?>) type);
                }
            }
        }
    }
}
