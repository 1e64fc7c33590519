package jcp.runtime.program;

import java.io.IOException;
import java.lang.invoke.MethodType;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.ClassFields;
import jcp.runtime.jvm.ClassNames;
import jcp.runtime.jvm.IdTable;
import jcp.runtime.jvm.LoaderParts;
import jcp.runtime.jvm.Loaders;
import jcp.runtime.jvm.Lookups;

/**
 * Class loaders of the program that have defined classes. The replay allocates each and gives it what ties it to the JVM, its parent and the lock for
 * its classes, and defines its classes ({@link DefinedClasses}), before it looks for any class of the checkpoint. All other fields get their values as those of
 * other objects do.
 *
 * <p>A snapshot meets them when it looks at objects, but must know their classes before: so it is taken again when it has met one.
 *
 * <p>Invariant: while the classes are defined no code of the program runs. The JVM asks the loader for what they extend; where the program has code for that
 * ({@code loadClass}), in its class or those of loaders above, {@link ClassChanges} puts what the loader has given before in its place for that time. Left out, and refused: loaders that override
 * {@code getClassLoadingLock}, those that extend other loaders of the JDK than {@code URLClassLoader}, and where the chain starts below main those that were there
 * when its first method was called.
 */
public final class ProgramLoaders {
    private static final String KEY = "class loaders";
    private static final String PACKAGES = "packages of class loaders";
    private static final String PARALLEL = "parallelLockMap";
    private static final String GIVEN = "given by class loaders";
    private static final String LOCK = "getClassLoadingLock";
    private static final String BASE = "java.lang.ClassLoader";
    private static final List<String> KNOWN = List.of(BASE, "java.security.SecureClassLoader", "java.net.URLClassLoader");
    /** The loader of what the JDK makes of a stylesheet. */
    private static final String STYLESHEETS = "com.sun.org.apache.xalan.internal.xsltc.trax.TemplatesImpl$TransletClassLoader";
    /** Texts of a loader, and of a package, in the checkpoint. */
    private static final int TEXTS = 4;
    private static final List<String> VERSIONS = List.of("specTitle", "specVersion", "specVendor", "implTitle", "implVersion", "implVendor", "sealBase");

    /** Met by the snapshot under way, and not known to it. */
    private static final List<ClassLoader> MET = new ArrayList<>();
    /** Those that were there when a root below main was entered. */
    private static final List<WeakReference<ClassLoader>> STANDING = new ArrayList<>();
    private static boolean again;
    /** In the replay: the loaders by the numbers of their objects. */
    private static final Map<Integer, ClassLoader> EARLY = new LinkedHashMap<>();

    private ProgramLoaders() {}

    /** What a snapshot has met is known to the next one; false if it has met none. */
    public static boolean adopt() {
        boolean met = again || !MET.isEmpty();
        again = false;
        for (ClassLoader loader : MET) {
            ClassNames.add(loader);
        }
        MET.clear();
        if (met) {
            sort();
        }
        return met;
    }

    /** Those come first that have made what a loader's classes extend, as far as there is such an order, since the replay makes them in it. */
    private static void sort() {
        List<ClassLoader> all = ClassNames.loaders();
        List<ClassLoader> sorted = new ArrayList<>();
        boolean[] taken = new boolean[all.size()];
        for (int i = 0; i < taken.length; i++) {
            take(i, all, taken, sorted);
        }
        ClassNames.set(sorted);
    }

    private static void take(int number, List<ClassLoader> all, boolean[] taken, List<ClassLoader> sorted) {
        if (number < 0 || taken[number]) {
            return;
        }
        taken[number] = true;
        ClassLoader loader = all.get(number);
        take(ClassNames.number(loader.getParent()), all, taken, sorted);
        take(ClassNames.number(loader.getClass().getClassLoader()), all, taken, sorted);
        for (Class<?> type : classes(loader)) {
            for (Class<?> above : type.getInterfaces()) {
                take(ClassNames.number(above.getClassLoader()), all, taken, sorted);
            }
            if (type.getSuperclass() != null) {
                take(ClassNames.number(type.getSuperclass().getClassLoader()), all, taken, sorted);
            }
        }
        sorted.add(loader);
    }

    /** Behind a snapshot or a restoration: what the program lets go of is not held here. */
    public static void forget() {
        MET.clear();
        EARLY.clear();
        ClassNames.forget();
        DefinedClasses.forget();
    }

    /** At the entry of a root below main, when all that it reaches has been met: in the replay the frames above the root have made these. */
    public static void entered() {
        STANDING.clear();
        for (ClassLoader each : MET) {
            STANDING.add(new WeakReference<>(each));
        }
        MET.clear();
        again = false;
        DefinedClasses.entered();
    }

    private static boolean stands(ClassLoader loader) {
        for (WeakReference<ClassLoader> each : STANDING) {
            if (each.get() == loader) {
                return true;
            }
        }
        return false;
    }

    /** The snapshot is to be taken again. */
    static void again() {
        again = true;
    }

    /** Why the loader cannot be restored; null if it can. One that is met for the first time has a reason, too, until the snapshot is taken again. */
    public static String problem(ClassLoader loader) {
        if (ClassNames.number(loader) >= 0) {
            return null;
        }
        String why = stands(loader) ? "it was there when the chain's first method was called" : isMet(loader) ? null : obstacle(loader);
        if (why == null && !isMet(loader)) {
            MET.add(loader); // its parent and the loader of its class come before
        }
        return why == null ? "it is met for the first time" : why;
    }

    /** What the owner of the program can do about a loader that is an obstacle. */
    public static String remedy(ClassLoader loader) {
        return loader.getClass().getName().equals(STYLESHEETS) ? "compile the stylesheet (javax.xml.transform.Templates) after the checkpoint"
            : "move the checkpoint before the first use of the class loader, or put its classes on the class path";
    }

    private static boolean isMet(ClassLoader loader) {
        for (ClassLoader each : MET) {
            if (each == loader) {
                return true;
            }
        }
        return false;
    }

    private static String obstacle(ClassLoader loader) {
        for (Class<?> type = loader.getClass(); type != Object.class; type = type.getSuperclass()) {
            if (Access.isJdk(type)) {
                if (!KNOWN.contains(type.getName())) {
                    return "it is a " + type.getName();
                }
                continue;
            }
            if (declares(type, LOCK, "(Ljava/lang/String;)Ljava/lang/Object;")) {
                return type.getName() + " overrides " + LOCK;
            }
        }
        String why = above(loader.getParent());
        return why == null ? above(loader.getClass().getClassLoader()) : why;
    }

    private static boolean declares(Class<?> type, String method, String descriptor) {
        Integer flags = ClassFields.method(type, method, descriptor);
        return flags == null || flags >= 0;
    }

    /** The classes of the program that say how the loader, or one above it, loads classes. */
    private static List<Class<?>> loading(ClassLoader loader) {
        List<Class<?>> found = new ArrayList<>();
        for (ClassLoader above = loader; above != null && Loaders.name(above) == null; above = above.getParent()) {
            for (Class<?> type = above.getClass(); !Access.isJdk(type); type = type.getSuperclass()) {
                if (loads(type) && !found.contains(type)) {
                    found.add(type);
                }
            }
        }
        return found;
    }

    private static boolean loads(Class<?> type) {
        boolean declares = false;
        for (String descriptor : ClassChanges.LOAD_CLASS) {
            declares |= declares(type, "loadClass", descriptor);
        }
        return declares;
    }

    /** Whether the replay makes the loader of one class after that of the other. */
    static boolean isLater(Class<?> one, Class<?> other) {
        return one.getClassLoader() != null && ClassNames.number(one.getClassLoader()) > ClassNames.number(other.getClassLoader());
    }

    /** The same of a loader that must be there before. */
    private static String above(ClassLoader loader) {
        if (Loaders.name(loader) != null) {
            return null;
        }
        String why = problem(loader);
        return isMet(loader) || ClassNames.number(loader) >= 0 ? null : "of a loader before it, " + why;
    }

    /** All classes that they have defined, but for hidden ones. */
    public static List<Class<?>> classes() {
        List<Class<?>> found = new ArrayList<>();
        for (ClassLoader loader : ClassNames.loaders()) {
            found.addAll(classes(loader));
        }
        return found;
    }

    private static List<Class<?>> classes(ClassLoader loader) {
        List<Class<?>> found = new ArrayList<>();
        for (Object type : ((Collection<?>) Access.getField(loader, ClassLoader.class, "classes")).toArray()) {
            found.add((Class<?>) type);
        }
        return found;
    }

    /** Once objects have their numbers. */
    public static void capture(IdTable ids, Map<String, String[]> state) {
        List<String> texts = new ArrayList<>();
        List<String> packages = new ArrayList<>();
        for (ClassLoader loader : ClassNames.loaders()) {
            String parent = Loaders.name(loader.getParent());
            texts.add(ClassNames.of(loader.getClass()));
            texts.add(parent == null ? Integer.toString(ClassNames.number(loader.getParent())) : parent);
            texts.add(Boolean.toString(Access.getField(loader, ClassLoader.class, PARALLEL) != null));
            texts.add(Integer.toString(ids.get(loader)));
            for (Object each : ((Map<?, ?>) Access.getField(loader, ClassLoader.class, "packages")).values().toArray()) {
                if (each instanceof Package) {
                    packages((Package) each, ids.get(loader), packages);
                }
            }
        }
        List<String> given = given();
        if (!given.isEmpty()) {
            state.put(GIVEN, given.toArray(new String[0]));
        }
        if (!texts.isEmpty()) {
            state.put(KEY, texts.toArray(new String[0]));
            state.put(PACKAGES, packages.toArray(new String[0]));
        }
    }

    /**
     * The classes that loaders with code of their own for it have given for names in their classes: of each the loader's number, the name, and the class. The JVM
     * keeps them, and does not ask again.
     */
    private static List<String> given() {
        List<String> found = new ArrayList<>();
        for (ClassLoader loader : ClassNames.loaders()) {
            Set<String> names = loading(loader).isEmpty() ? Set.of() : DefinedClasses.named(loader);
            for (String name : names) {
                Class<?> type = (Class<?>) Access.call(loader, ClassLoader.class, "findLoadedClass0", name);
                ClassLoader of = type == null ? loader : type.getClassLoader();
                if (of != loader && (Loaders.name(of) != null || ClassNames.number(of) >= 0) && ClassNames.number(of) < ClassNames.number(loader)) {
                    found.add(Integer.toString(ClassNames.number(loader)));
                    found.add(name);
                    found.add(ClassNames.of(type));
                }
            }
        }
        return found;
    }

    /** A package with what its loader has said of it; one of which it has said nothing is made when it is asked for. */
    private static void packages(Package one, int loader, List<String> texts) {
        Object versions = Access.getField(one, Package.class, "versionInfo");
        texts.add(Integer.toString(loader));
        texts.add(one.getName());
        for (String each : VERSIONS) {
            Object text = Access.getField(versions, versions.getClass(), each);
            texts.add(text == null ? "-" : "+" + text);
        }
    }

    /**
     * Allocates them and makes their parts, parents first. Until all are there none of them runs code of its own when it is asked for a class, and so nor does one
     * whose parent it is.
     */
    static void restore(Map<String, String[]> state) throws Throwable {
        String[] texts = state.remove(KEY);
        Giver giver = null; // its class is loaded only where a loader needs it
        for (int i = 0; texts != null && i < texts.length; i += TEXTS) {
            ClassLoader loader = (ClassLoader) Access.U.allocateInstance(ClassNames.find(texts[i], false));
            boolean isNumber = Character.isDigit(texts[i + 1].charAt(0));
            ClassLoader parent = isNumber ? ClassNames.loaders().get(Integer.parseInt(texts[i + 1])) : Loaders.named(texts[i + 1]);
            Access.setField(loader, ClassLoader.class, "parent", parent);
            if (Boolean.parseBoolean(texts[i + 2])) {
                Access.setField(loader, ClassLoader.class, PARALLEL, new ConcurrentHashMap<>());
            }
            LoaderParts.make(loader);
            ClassNames.add(loader);
            EARLY.put(Integer.parseInt(texts[i + 3]), loader);
            List<Class<?>> loading = loading(loader);
            if (!loading.isEmpty()) {
                giver = giver == null ? new Giver() : giver;
                giver.begin(ClassNames.number(loader), given(state, ClassNames.number(loader)), loading);
            }
            DefinedClasses.define(state, ClassNames.number(loader), loader);
            if (!loading.isEmpty()) {
                for (String name : giver.now.keySet()) {
                    Class.forName(name, false, loader); // the JVM keeps what it gives
                }
            }
        }
        if (giver != null) {
            giver.end();
        }
        state.remove(GIVEN);
        String[] packages = state.remove(PACKAGES);
        for (int i = 0; packages != null && i < packages.length; i += 2 + VERSIONS.size()) {
            restorePackage(packages, i);
        }
    }

    private static Map<String, Class<?>> given(Map<String, String[]> state, int loader) throws ClassNotFoundException {
        Map<String, Class<?>> found = new LinkedHashMap<>();
        String[] texts = state.getOrDefault(GIVEN, new String[0]);
        for (int i = 0; i < texts.length; i += 3) {
            if (Integer.parseInt(texts[i]) == loader) {
                found.put(texts[i + 1], ClassNames.find(texts[i + 2], false));
            }
        }
        return found;
    }

    /**
     * What loaders have given for names; one that is asked by the loader whose classes are defined now, as its parent, gives what that one has got. Nothing here takes
     * identity hashes of loaders and classes.
     */
    private static final class Giver implements BiFunction<ClassLoader, String, Class<?>> {
        /** By the loaders' numbers. */
        private final Map<Integer, Map<String, Class<?>>> given = new HashMap<>();
        private final List<Class<?>> changed = new ArrayList<>();
        private Map<String, Class<?>> now = Map.of();

        void begin(int number, Map<String, Class<?>> gives, List<Class<?>> loading) throws ReflectiveOperationException, IOException {
            given.put(number, gives);
            now = gives;
            for (Class<?> each : loading) {
                if (!changed.contains(each)) {
                    changed.add(each);
                    ClassChanges.loadBy(each, this);
                }
            }
        }

        void end() {
            for (Class<?> each : changed) {
                ClassChanges.putBack(each);
            }
        }

        @Override
        public Class<?> apply(ClassLoader loader, String name) {
            Class<?> own = given.getOrDefault(ClassNames.number(loader), Map.of()).get(name);
            return own == null ? now.get(name) : own;
        }
    }

    @SuppressWarnings("unchecked")
    private static void restorePackage(String[] texts, int at) throws Throwable {
        ClassLoader loader = EARLY.get(Integer.parseInt(texts[at]));
        String[] said = new String[VERSIONS.size()];
        for (int i = 0; i < said.length; i++) {
            String text = texts[at + 2 + i];
            said[i] = text.startsWith("+") ? text.substring(1) : null;
        }
        URL seal = said[6] == null ? null : new URL(said[6]);
        MethodType constructor = MethodType.methodType(void.class, String.class, String.class, String.class, String.class, String.class, String.class,
            String.class, URL.class, ClassLoader.class);
        Object made = Lookups.in(Package.class).findConstructor(Package.class, constructor)
            .invokeWithArguments(texts[at + 1], said[0], said[1], said[2], said[3], said[4], said[5], seal, loader);
        ((Map<String, Object>) Access.getField(loader, ClassLoader.class, "packages")).put(texts[at + 1], made);
    }

    /** In the replay: the loader with that number among the objects; null if the object is another one. */
    public static ClassLoader early(int number) {
        return EARLY.get(number);
    }
}
