package jcp.runtime.hashes;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.JvmState;
import jcp.runtime.jvm.LoadedClasses;
import jcp.runtime.jvm.MarkWords;

/**
 * The identity hashes of the constants of the JDK's enums, of which the replay makes new ones: the JDK keeps tables of them
 * ({@code LocaleProviderAdapter.Type}, {@code ChronoField}), which would hash them once more. Read from the field in which
 * compilers keep an enum's constants, without running code; an enum without it is left out.
 */
public final class EnumHashes extends JvmState {
    private static final String KEY = "enum hashes";
    private static final String CONSTANTS = "$VALUES";

    private List<String> noted;

    /** Name, ordinal and hash in turn of each constant that has a hash. */
    static List<String> now(LoadedClasses loaded) {
        List<String> found = new ArrayList<>();
        for (Class<?> type : loaded.classes) {
            if (MarkWords.known() && type.getSuperclass() == Enum.class && Access.isJdk(type) && Access.isInitialized(type)) {
                Object[] constants = constants(type);
                for (int i = 0; i < constants.length; i++) {
                    int hash = MarkWords.hashOf(constants[i]);
                    if (hash > 0) {
                        found.add(type.getName());
                        found.add(Integer.toString(i));
                        found.add(Integer.toString(hash));
                    }
                }
            }
        }
        return found;
    }

    private static Object[] constants(Class<?> type) {
        return Access.hasField(type, CONSTANTS) ? (Object[]) Access.getField(null, type, CONSTANTS) : new Object[0];
    }

    static void capture(List<String> then, Map<String, String[]> state) {
        state.put(KEY, then.toArray(new String[0]));
    }

    /** Gives the hashes to the constants that the fresh JVM has not hashed. */
    @Override
    public void restoreEarly(Map<String, String[]> state) {
        String[] all = state.remove(KEY);
        for (int i = 0; all != null && i + 2 < all.length; i += 3) {
            try {
                Object[] constants = constants(Class.forName(all[i], true, null));
                int ordinal = Integer.parseInt(all[i + 1]);
                if (ordinal < constants.length) {
                    MarkWords.set(constants[ordinal], Integer.parseInt(all[i + 2]));
                }
            } catch (ClassNotFoundException | LinkageError e) {
                continue; // of the platform's loader
            }
        }
    }

    @Override
    public void note(LoadedClasses loaded) {
        noted = now(loaded);
    }

    @Override
    public void capture(Map<String, String[]> state) {
        EnumHashes.capture(noted, state);
    }
}
