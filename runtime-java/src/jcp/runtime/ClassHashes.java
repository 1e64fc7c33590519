package jcp.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The identity hashes of classes. They are given back before anything else is restored: making lambda classes and method
 * types puts classes into hash tables of the JDK, which would give them hashes of the fresh JVM's own.
 */
final class ClassHashes {
    private static final String KEY = "class hashes";

    private ClassHashes() {}

    /** Notes the hashes of the classes among the objects: name and hash in turn. */
    static void take(IdTable ids, Map<String, String[]> state) {
        List<String> found = new ArrayList<>();
        for (int number : ids.numbersWithHash()) {
            if (ids.objects[number] instanceof Class && !((Class<?>) ids.objects[number]).isHidden()) {
                found.add(((Class<?>) ids.objects[number]).getName());
                found.add(Integer.toString(System.identityHashCode(ids.objects[number])));
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
