package jcp.runtime;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The identity hashes of classes. They are given back before anything else is restored: making lambda classes and method
 * types puts classes into hash tables of the JDK, which would give them hashes of the fresh JVM's own. Those of the program's
 * initialised classes are given back too: the JVM hashes a class when it links it, and loading one from a jar takes two
 * more hashes, which the replay must have behind it ({@link HashGenerator}).
 */
final class ClassHashes {
    private static final String KEY = "class hashes";

    private ClassHashes() {}

    /**
     * Notes the hashes of the classes among the objects (whose numbers are given), of the program's initialised classes and of the
     * objects' classes, on which their own hash may depend: name and hash in turn.
     */
    static void take(IdTable ids, List<Integer> classes, List<Class<?>> ofObjects, Map<String, String[]> state) {
        List<String> found = new ArrayList<>();
        for (int number : ids.numbersWithHash()) {
            if (ids.object(number) instanceof Class && !((Class<?>) ids.object(number)).isHidden()) {
                found.add(((Class<?>) ids.object(number)).getName());
                found.add(Integer.toString(System.identityHashCode(ids.object(number))));
            }
        }
        Set<String> among = new HashSet<>();
        for (int number : classes) {
            among.add(((Class<?>) ids.object(number)).getName());
        }
        List<Class<?>> others = new ArrayList<>(Statics.initialized());
        others.addAll(ofObjects);
        for (Class<?> type : others) {
            if (Marks.known() && !type.isHidden() && among.add(type.getName())
                    && Marks.neutral(Marks.mark(type)) && Marks.hash(Marks.mark(type)) != 0) {
                found.add(type.getName());
                found.add(Integer.toString(Marks.hash(Marks.mark(type))));
            }
        }
        state.put(KEY, found.toArray(new String[0]));
    }

    /** Gives the hashes to the classes that the fresh JVM has not hashed; the others are found when all is restored. */
    static void give(Map<String, String[]> state) {
        String[] hashes = state.remove(KEY);
        for (int i = 0; hashes != null && i + 1 < hashes.length; i += 2) {
            try {
                Marks.give(Class.forName(hashes[i], false, Access.APPLICATION), Integer.parseInt(hashes[i + 1]));
            } catch (ClassNotFoundException e) {
                continue; // a primitive type; or one that the class table will report
            }
        }
    }
}
