package jcp.runtime.jvm;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The classes that the JVM's own three loaders have made so far, without loading any: hidden ones left out, but
 * for the boot loader's lambdas.
 *
 * <p>The platform's and the application's loader list their classes themselves, but for arrays. Those, and the classes of the boot
 * loader, are read from the JVM's structures ({@link HotSpot}); where that cannot be, they are not known.
 */
public final class LoadedClasses {
    /** What the runtime has put among the JDK's classes, for what it finds out in a snapshot ({@code Agents}). */
    private static final String OWN = "java.lang.invoke.JcpAgents";

    /** All but those of arrays. */
    public final List<Class<?>> classes = new ArrayList<>();
    /** Those of arrays, but for the platform loader's. */
    public final List<Class<?>> arrays = new ArrayList<>();
    /** The keys of the boot loader's lambdas ({@code JdkLinking}). */
    public final List<String> lambdas = new ArrayList<>();

    public LoadedClasses() {
        HotSpot structures = HotSpot.find();
        if (structures != null) {
            List<String> names = new ArrayList<>();
            addRead(structures, Object.class, names, lambdas);
            add(names, null, classes);
            addRead(structures, LoadedClasses.class, new ArrayList<>(), new ArrayList<>());
        }
        addListed(ClassLoader.getPlatformClassLoader());
        addListed(ClassLoader.getSystemClassLoader());
        if (Access.APPLICATION != ClassLoader.getSystemClassLoader()) {
            addListed(Access.APPLICATION);
        }
    }

    private void addRead(HotSpot structures, Class<?> one, List<String> names, List<String> functions) {
        List<String> found = new ArrayList<>();
        structures.classesBeside(one, names, found, functions);
        add(found, one.getClassLoader(), arrays);
    }

    private static void add(List<String> names, ClassLoader loader, List<Class<?>> found) {
        for (String name : names) {
            if (name.equals(OWN)) {
                continue;
            }
            try {
                found.add(Class.forName(name, false, loader));
            } catch (ClassNotFoundException | LinkageError e) {
                continue; // it is being loaded
            }
        }
    }

    /** Those of the program that the application's loader has made so far, but for hidden ones. */
    public static List<Class<?>> ofProgram() {
        return ofProgramSince(0);
    }

    /** The same of those that were made after it had made so many ({@link #countOfProgram}). */
    public static List<Class<?>> ofProgramSince(int count) {
        List<Class<?>> found = new ArrayList<>();
        Object[] all = listed(Access.APPLICATION);
        for (int i = count; i < all.length; i++) {
            Class<?> type = (Class<?>) all[i];
            if (!type.isHidden() && !type.getName().startsWith("jcp.runtime.")) {
                found.add(type);
            }
        }
        return found;
    }

    /** Whether the class is among the first so many of them. */
    public static boolean isAmongFirst(Class<?> type, int count) {
        Object[] all = count == 0 ? new Object[0] : listed(Access.APPLICATION);
        for (int i = 0; i < count; i++) {
            if (all[i] == type) {
                return true;
            }
        }
        return false;
    }

    /** How many classes the application's loader has made so far. */
    public static int countOfProgram() {
        return listed(Access.APPLICATION).length;
    }

    /** Those of the launcher that has made the program's loader; none where there is no launcher. */
    public static List<Class<?>> ofLauncher() {
        List<Class<?>> found = new ArrayList<>();
        for (Object type : Loaders.launched() ? listed(ClassLoader.getSystemClassLoader()) : new Object[0]) {
            found.add((Class<?>) type);
        }
        return found;
    }

    /** The class of that name that the platform's loader has made; null if it has made none. Asking the loader would keep the name in the JVM. */
    static Class<?> ofPlatform(String name) {
        for (Object type : listed(ClassLoader.getPlatformClassLoader())) {
            if (((Class<?>) type).getName().equals(name)) {
                return (Class<?>) type;
            }
        }
        return null;
    }

    private static Object[] listed(ClassLoader loader) {
        return Access.hasField(ClassLoader.class, "classes")
            ? ((Collection<?>) Access.getField(loader, ClassLoader.class, "classes")).toArray() : new Object[0];
    }

    private void addListed(ClassLoader loader) {
        for (Object type : listed(loader)) {
            if (!((Class<?>) type).isHidden()) {
                classes.add((Class<?>) type);
            }
        }
    }
}
