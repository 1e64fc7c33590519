package jcp.runtime.hashes;

import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.ClassFields;
import jcp.runtime.jvm.JdkClasses;
import jcp.runtime.jvm.JvmState;
import jcp.runtime.jvm.LoadedClasses;
import jcp.runtime.jvm.MarkWords;

/**
 * The identity hashes of objects of which each JVM has its own: the main thread, its groups, and what final static fields of the JDK
 * hold. The program gets at them by a call, so no captured object need lead to them. The JDK hashes some of them itself: JDK 25 has
 * a table of the threads that load a native library, as the first inflater does.
 *
 * <p>Invariants: no class is loaded or initialised to give a hash, and no field that the program may have set is looked at. An object
 * that the fresh JVM has hashed keeps that hash, since tables of the JDK may have it; but for the main thread, which no such table
 * has for long: it has the captured hash, or none, when the program goes on.
 *
 * <p>Left out: longer arrays than the JDK's caches are, enums and classes ({@link EnumHashes}, {@link ClassHashes}), and what only
 * fields that are not final lead to, but for a few.
 */
public final class KeptHashes extends JvmState {
    private static final String KEY = "hashes of what the JVM keeps";
    private static final String THREAD = "hashes of the main thread";
    private static final int LONGEST = 1024;

    /** What is given when more classes are initialised. */
    private static String[] later = {};
    /** The main thread's; negative: it stays as it is. */
    private static int thread = -1;

    private final boolean fromMain;
    private final List<String> noted = new ArrayList<>();
    private final List<String> threads = new ArrayList<>();

    /** {@code fromMain}: of a restoration, whether nothing of the program has run. */
    public KeptHashes(boolean fromMain) {
        this.fromMain = fromMain;
    }

    @Override
    public void note(LoadedClasses loaded) {
        for (Object object : MarkWords.known() ? known() : List.of()) {
            threads.add(Integer.toString(MarkWords.hashOf(object)));
        }
        for (Class<?> type : MarkWords.known() ? loaded.classes : List.<Class<?>>of()) {
            if (Access.isJdk(type) && Access.isInitialized(type) && type != System.class) {
                note(type);
            }
        }
    }

    /** The thread itself comes first; then what only fields that are not final lead to. */
    private static List<Object> known() {
        List<Object> found = new ArrayList<>();
        found.add(Thread.currentThread());
        for (ThreadGroup group = Thread.currentThread().getThreadGroup(); group != null; group = group.getParent()) {
            found.add(group);
        }
        found.add(ModuleLayer.boot());
        found.add(System.getProperties());
        found.add(Access.class.getModule());
        return found;
    }

    private void note(Class<?> type) {
        for (ClassFields field : ClassFields.of(type)) {
            if (isConstant(field)) {
                Object value = Access.U.getReference(type, field.offset);
                note(type, field.name, -1, value);
                Object[] elements = elements(value);
                for (int i = 0; i < elements.length; i++) {
                    note(type, field.name, i, elements[i]);
                }
            }
        }
    }

    private static boolean isConstant(ClassFields field) {
        return field.isStatic() && Modifier.isFinal(field.flags) && field.isReference();
    }

    private static Object[] elements(Object value) {
        return value instanceof Object[] && ((Object[]) value).length <= LONGEST ? (Object[]) value : new Object[0];
    }

    private void note(Class<?> type, String field, int index, Object value) {
        int hash = value == null || value instanceof Class || value instanceof Enum ? 0 : MarkWords.hashOf(value);
        if (hash > 0 && Access.isJdk(value.getClass())) {
            noted.add(type.getName());
            noted.add(field);
            noted.add(Integer.toString(index));
            noted.add(value.getClass().getName());
            noted.add(Integer.toString(hash));
        }
    }

    @Override
    public void capture(Map<String, String[]> state) {
        state.put(THREAD, threads.toArray(new String[0]));
        state.put(KEY, noted.toArray(new String[0]));
    }

    @Override
    public void restoreEarly(Map<String, String[]> state) {
        String[] hashes = state.remove(THREAD);
        List<Object> own = known();
        for (int i = 0; hashes != null && i < hashes.length && i < own.size(); i++) {
            give(own.get(i), Integer.parseInt(hashes[i]));
        }
        if (fromMain && hashes != null && hashes.length > 0) {
            thread = Integer.parseInt(hashes[0]);
            giveThread();
        }
        later = state.containsKey(KEY) ? state.remove(KEY) : later;
        giveAll();
    }

    /** Before the program goes on, when all classes are initialised that are to be. */
    public static void goOn() {
        giveAll();
        giveThread();
        later = new String[0];
        thread = -1;
    }

    private static void giveThread() {
        if (thread >= 0) {
            MarkWords.replace(Thread.currentThread(), thread);
        }
    }

    private static void giveAll() {
        for (int i = 0; i + 4 < later.length; i += 5) {
            Class<?> type = JdkClasses.initialized(later[i]);
            ClassFields field = type == null ? null : ClassFields.of(type, later[i + 1]);
            if (field != null && isConstant(field)) {
                Object value = Access.U.getReference(type, field.offset);
                int index = Integer.parseInt(later[i + 2]);
                Object[] elements = elements(value);
                Object found = index < 0 ? value : index < elements.length ? elements[index] : null;
                if (found != null && found.getClass().getName().equals(later[i + 3])) {
                    give(found, Integer.parseInt(later[i + 4]));
                }
            }
        }
    }

    /** Unless it has one. */
    private static void give(Object object, int hash) {
        if (hash > 0 && MarkWords.hashOf(object) == 0) {
            MarkWords.set(object, hash);
        }
    }
}
