package jcp.runtime.hashes;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.JdkClasses;
import jcp.runtime.jvm.JvmState;
import jcp.runtime.jvm.LoadedClasses;
import jcp.runtime.jvm.MarkWords;
import jcp.runtime.jvm.Row;

/**
 * The identity hashes of the thread-local variables in which the JDK keeps memory for reading and writing files. Where a thread
 * first sets one, it is entered in a table by its identity, to be cleared at the thread's end: one that was hashed before the
 * checkpoint takes no hash behind it.
 */
public final class ThreadLocalHashes extends JvmState {
    private static final String KEY = "hashes of thread-local variables";
    private static final Row[] STATICS = {new Row("sun.nio.ch.Util", "bufferCache"), new Row("sun.nio.fs.NativeBuffers", "threadLocal")};

    private List<String> noted;

    /** The number and hash in turn of each that has a hash. Asks for no class that is not loaded. */
    static List<String> now(LoadedClasses loaded) {
        List<String> found = new ArrayList<>();
        for (Class<?> type : loaded.classes) {
            for (int i = 0; i < STATICS.length; i++) {
                if (MarkWords.known() && type.getName().equals(STATICS[i].words[0]) && Access.isJdk(type) && Access.isInitialized(type)) {
                    int hash = MarkWords.hashOf(Access.getField(null, type, STATICS[i].words[1]));
                    if (hash > 0) {
                        found.add(Integer.toString(i));
                        found.add(Integer.toString(hash));
                    }
                }
            }
        }
        return found;
    }

    static void capture(List<String> then, Map<String, String[]> state) {
        state.put(KEY, then.toArray(new String[0]));
    }

    /** Gives them to the fresh JVM's variables. */
    @Override
    public void restoreEarly(Map<String, String[]> state) {
        String[] all = state.remove(KEY);
        for (int i = 0; all != null && i + 1 < all.length; i += 2) {
            String[] entry = STATICS[Integer.parseInt(all[i])].words;
            MarkWords.set(Access.getField(null, JdkClasses.load(entry[0], true), entry[1]), Integer.parseInt(all[i + 1]));
        }
    }

    @Override
    public void note(LoadedClasses loaded) {
        noted = now(loaded);
    }

    @Override
    public void capture(Map<String, String[]> state) {
        ThreadLocalHashes.capture(noted, state);
    }
}
