package jcp.runtime.hashes;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.IdTable;
import jcp.runtime.jvm.JvmState;
import jcp.runtime.jvm.LoadedClasses;
import jcp.runtime.jvm.MarkWords;
import jcp.runtime.jvm.Strings;
import jcp.runtime.program.Hidden;

/**
 * The identity hashes of interned strings. The JDK looks public methods up by the identity of their names
 * ({@code java.lang.PublicMethods.Key}): the first {@code getMethods}, {@code getMethod} or proxy that meets a name hashes it. So the
 * names that reflection has met keep their hashes, and those of the program's own strings are there before the replay makes proxies.
 *
 * <p>Left out: names of methods that a garbage collection has taken from the JDK's caches, and names met by a lookup that kept nothing.
 */
public final class StringHashes extends JvmState {
    private static final String KEY = "string hashes";
    /** What the cache of a class has of methods. */
    private static final String[] METHODS = {"declaredMethods", "publicMethods", "declaredPublicMethods"};
    /** Given ones, held as the JVM's table of strings holds none. */
    private static final List<String> KEPT = new ArrayList<>();

    /** Once noted: what was known. */
    public List<String> noted;

    /** Text and hash in turn of each name of a method that reflection has met and that has a hash. */
    static List<String> now(LoadedClasses loaded) {
        List<String> found = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (Class<?> type : MarkWords.known() ? loaded.classes : List.<Class<?>>of()) {
            Object data = Hidden.found(type);
            for (String methods : data == null ? new String[0] : METHODS) {
                for (Object method : cached(data, methods)) {
                    add(((Method) method).getName(), seen, found);
                }
            }
        }
        return found;
    }

    private static Object[] cached(Object data, String field) {
        Object all = Access.getField(data, data.getClass(), field);
        return all == null ? new Object[0] : (Object[]) all;
    }

    private static void add(String text, Set<String> seen, List<String> found) {
        long mark = MarkWords.mark(text);
        if (MarkWords.neutral(mark) && !MarkWords.isNumbered(mark) && MarkWords.hash(mark) != 0 && seen.add(text)) {
            found.add(text);
            found.add(Integer.toString(MarkWords.hash(mark)));
        }
    }

    /** Notes these, and those of interned strings among the objects. */
    public static void capture(List<String> then, IdTable ids, Map<String, String[]> state) {
        List<String> found = new ArrayList<>(then);
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < then.size(); i += 2) {
            seen.add(then.get(i));
        }
        for (int number : ids.numbersWithHash()) {
            Object object = ids.object(number);
            if (object instanceof String && Strings.isInterned((String) object) && seen.add((String) object)) {
                found.add((String) object);
                found.add(Integer.toString(System.identityHashCode(object)));
            }
        }
        state.put(KEY, found.toArray(new String[0]));
    }

    /** Gives the hashes to the strings that the fresh JVM has not hashed. */
    @Override
    public void restoreEarly(Map<String, String[]> state) {
        String[] all = state.remove(KEY);
        for (int i = 0; all != null && i + 1 < all.length; i += 2) {
            String text = all[i].intern();
            KEPT.add(text);
            MarkWords.set(text, Integer.parseInt(all[i + 1]));
        }
    }

    @Override
    public void note(LoadedClasses loaded) {
        noted = now(loaded);
    }
}
