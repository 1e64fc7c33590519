package jcp.runtime.jvm;

import java.util.ArrayList;
import java.util.List;

/**
 * The names by which a checkpoint tells classes: that of a class which a loader of the program has made has the loader's number in front,
 * since other loaders may have made classes of the same name; a hidden class has a number of its own ({@link HiddenNames}). The capturing run numbers loaders; the replay
 * makes them again in that order.
 *
 * <p>Invariant: the name of a class of the JVM's own loaders, or of the program's one, is that of the class itself.
 */
public final class ClassNames {
    private static final char OF = '|';
    /** Before the number of a hidden class. */
    private static final String HIDDEN = "-3|";
    private static final List<ClassLoader> LOADERS = new ArrayList<>();

    /** Else that class is not loaded. */
    private static boolean anyHidden;

    private ClassNames() {}

    /** The loaders of the program that have numbers. */
    public static List<ClassLoader> loaders() {
        return new ArrayList<>(LOADERS);
    }

    /** Gives the loader the next number. */
    public static void add(ClassLoader loader) {
        LOADERS.add(loader);
    }

    /** Numbers the loaders in this order. */
    public static void set(List<ClassLoader> loaders) {
        LOADERS.clear();
        LOADERS.addAll(loaders);
    }

    /** No loader has a number any more. */
    public static void forget() {
        LOADERS.clear();
        if (anyHidden) {
            HiddenNames.forget();
            anyHidden = false;
        }
    }

    /** Gives a hidden class the next number among those. */
    public static void addHidden(Class<?> type) {
        HiddenNames.add(type);
        anyHidden = true;
    }

    /** Gives these hidden classes numbers, and no others. */
    public static void setHidden(List<Class<?>> types) {
        HiddenNames.forget();
        for (Class<?> type : types) {
            HiddenNames.add(type);
        }
        anyHidden = true;
    }

    /** The hidden classes that have numbers. */
    public static List<Class<?>> hidden() {
        return anyHidden ? new ArrayList<>(HiddenNames.all()) : List.of();
    }

    /** The loader's number; -1 if it has none. */
    public static int number(ClassLoader loader) {
        for (int i = 0; i < LOADERS.size(); i++) {
            if (LOADERS.get(i) == loader) {
                return i;
            }
        }
        return -1;
    }

    /** The name of a class or of a class of arrays. */
    public static String of(Class<?> type) {
        String hidden = anyHidden ? HiddenNames.of(type) : null;
        if (hidden != null) {
            return HIDDEN + hidden;
        }
        int number = LOADERS.isEmpty() ? -1 : number(type.getClassLoader());
        return number < 0 ? type.getName() : number + String.valueOf(OF) + type.getName();
    }

    /** The number of the loader of the class of that name; -1 if it has none. */
    public static int numberOf(String name) {
        int end = name.indexOf(OF);
        return end < 0 ? -1 : Integer.parseInt(name.substring(0, end));
    }

    /** The name of the class itself. */
    public static String bare(String name) {
        return name.substring(name.indexOf(OF) + 1);
    }

    /** The class of that name; its initialiser runs if that is asked for. */
    public static Class<?> find(String name, boolean initialize) throws ClassNotFoundException {
        if (anyHidden && name.startsWith(HIDDEN)) {
            Class<?> found = HiddenNames.find(bare(name));
            if (initialize && !found.isArray()) {
                Access.U.ensureClassInitialized(found);
            }
            return found;
        }
        int number = numberOf(name);
        return Class.forName(bare(name), initialize, number < 0 ? Access.APPLICATION : LOADERS.get(number));
    }
}
