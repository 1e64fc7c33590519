package jcp.runtime.hashes;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.ClassNames;
import jcp.runtime.jvm.HashGenerator;
import jcp.runtime.jvm.IdTable;
import jcp.runtime.jvm.JvmState;
import jcp.runtime.jvm.LoadedClasses;
import jcp.runtime.jvm.MarkWords;
import jcp.runtime.program.Statics;

/**
 * The identity hashes of classes. They are given back before anything else is restored: making lambda classes and method
 * types puts classes into hash tables of the JDK, which would give them hashes of the fresh JVM's own. Those of the program's
 * initialised classes are given back too: the JVM hashes a class when it links it, and loading one from a jar takes two
 * more hashes, which the replay must have behind it ({@link HashGenerator}).
 */
public final class ClassHashes extends JvmState {
    private static final String KEY = "class hashes";
    /** In a replay: names and hashes of classes that are not there yet. */
    private static final List<String> LATER = new ArrayList<>();

    /** Once noted: what was known. */
    public List<String> noted;

    /**
     * The classes that have a hash, the JDK's too, by name and hash in turn. Those of the class path that have none are there with 0:
     * verifying others has loaded them, and they are linked after the checkpoint. Called before a snapshot links others.
     */
    static List<String> now(LoadedClasses loaded) {
        List<String> found = new ArrayList<>();
        if (MarkWords.known()) {
            for (Class<?> type : loaded.classes) {
                add(type, type.getClassLoader() != null, found);
            }
            for (Class<?> type : loaded.arrays) {
                add(type, false, found);
            }
        }
        return found;
    }

    private static void add(Class<?> type, boolean withNone, List<String> found) {
        int hash = MarkWords.hashOf(type);
        boolean own = type.getName().startsWith("jcp.runtime.");
        if (!own && !type.isHidden() && hash >= 0 && (withNone || hash != 0)) {
            found.add(ClassNames.of(type));
            found.add(Integer.toString(hash));
        }
    }

    /**
     * Notes the hashes of the classes that had one then, of those among the objects (whose numbers are given) and of the
     * objects' classes, on which their own hash may depend.
     */
    public static void capture(
            List<String> then, IdTable ids, List<Integer> classes, List<Class<?>> ofObjects, Map<String, String[]> state) {
        List<String> found = new ArrayList<>(then);
        Set<String> seen = new HashSet<>();
        for (int i = 0; i + 1 < then.size(); i += 2) {
            if (!then.get(i + 1).equals("0")) {
                seen.add(then.get(i));
            }
        }
        for (int number : ids.numbersWithHash()) {
            if (ids.object(number) instanceof Class) {
                Class<?> type = (Class<?>) ids.object(number);
                if (!type.isHidden() && seen.add(ClassNames.of(type))) {
                    found.add(ClassNames.of(type));
                    found.add(Integer.toString(System.identityHashCode(type)));
                }
            }
        }
        for (int number : classes) {
            seen.add(ClassNames.of((Class<?>) ids.object(number))); // where it had no hash its mark has a number
        }
        List<Class<?>> others = new ArrayList<>(Statics.initialized());
        others.addAll(ofObjects);
        for (Class<?> type : others) {
            if (MarkWords.known() && seen.add(ClassNames.of(type))) {
                add(type, false, found);
            }
        }
        state.put(KEY, found.toArray(new String[0]));
    }

    /** The JVM finds a class of java.base by itself, which the application's loader takes long to ask for; null if it finds none. */
    private static Class<?> ofBase(String name) {
        try {
            return Class.forName(name, false, null);
        } catch (ClassNotFoundException e) {
            return null; // of another loader, or made at run time
        }
    }

    private static Class<?> find(String name) throws ClassNotFoundException {
        Class<?> found = element(name).startsWith("java.") ? ofBase(name) : null;
        return found != null ? found : ClassNames.find(name, false);
    }

    /** When proxies are made again: gives them theirs. */
    public static void restoreMade() {
        for (int i = 0; i + 1 < LATER.size(); i += 2) {
            try {
                Class<?> type = find(LATER.get(i));
                int hash = Integer.parseInt(LATER.get(i + 1));
                if (hash != 0 && Access.isProxy(type)) {
                    MarkWords.replace(type, hash);
                }
            } catch (ClassNotFoundException | LinkageError e) {
                continue; // as before
            }
        }
    }

    /** Gives the hashes to the classes that the fresh JVM has not hashed; the others are found when all is restored. */
    @Override
    public void restoreEarly(Map<String, String[]> state) {
        give(state.remove(KEY), false);
    }

    /** The same of the JDK's classes: before any class of the program is loaded, since that opens jars, which uses and links classes of the JDK. */
    public static final class OfJdk extends JvmState {
        @Override
        public void restoreEarly(Map<String, String[]> state) {
            give(state.get(KEY), true);
        }
    }

    private static boolean isJdks(String name) {
        String element = element(name);
        return element.startsWith("java.") || element.startsWith("jdk.") || element.startsWith("sun.") || element.isEmpty();
    }

    /** Of an array's name that of its elements, empty for primitive ones; else the name itself. */
    private static String element(String name) {
        int depth = 0;
        while (name.charAt(depth) == '[') {
            depth++;
        }
        return depth == 0 ? name : name.charAt(depth) == 'L' ? name.substring(depth + 1) : "";
    }

    /**
     * Of the JDK's classes those of java.base come first: where a class made at run time is looked for, the application's loader opens all
     * jars of the class path, and what it reads in them links classes of the JDK, which takes hashes of those that have none.
     */
    private static void give(String[] hashes, boolean ofJdk) {
        List<String> others = new ArrayList<>();
        for (int i = 0; hashes != null && i + 1 < hashes.length; i += 2) {
            if (isJdks(hashes[i]) != ofJdk) {
                continue;
            }
            Class<?> type = ofJdk ? ofBase(hashes[i]) : null;
            int hash = Integer.parseInt(hashes[i + 1]);
            if (type == null) {
                others.add(hashes[i]);
                others.add(hashes[i + 1]);
            } else if (hash != 0) {
                MarkWords.set(type, hash);
            }
        }
        for (int i = 0; i + 1 < others.size(); i += 2) {
            give(others.get(i), Integer.parseInt(others.get(i + 1)));
        }
    }

    private static void give(String name, int hash) {
        try {
            Class<?> type = find(name);
            if (hash != 0) {
                MarkWords.set(type, hash);
            }
        } catch (ClassNotFoundException e) {
            LATER.add(name); // a primitive type; one that is made again; or one that the class table will report
            LATER.add(Integer.toString(hash));
        } catch (LinkageError e) {
            if (hash != 0) {
                throw e;
            } // it cannot be loaded again, and the program has not used it
        }
    }

    @Override
    public void note(LoadedClasses loaded) {
        noted = now(loaded);
    }
}
