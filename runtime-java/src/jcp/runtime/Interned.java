package jcp.runtime;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * The strings that the program interned in the capturing run. To ask the JVM whether a string is the interned one would
 * intern it, which the program could see, so only those that are known to be are asked about.
 */
public final class Interned {
    /** Literals of the checkpoint: no constant pool of this JVM may hold them yet, and weak references to them must last. */
    private static final List<String> HELD = new ArrayList<>();
    private static final Map<String, Boolean> NOTED = Collections.synchronizedMap(new WeakHashMap<>());

    private Interned() {}

    /** Behind a call of {@link String#intern}, with its result. */
    public static void note(String interned) {
        NOTED.put(interned, true);
    }

    /** In the place of {@code String::intern}. */
    public static String intern(String text) {
        String interned = text.intern();
        note(interned);
        return interned;
    }

    /** Those that are still there. */
    static List<String> all() {
        synchronized (NOTED) {
            return NOTED.isEmpty() ? List.of() : new ArrayList<>(NOTED.keySet());
        }
    }

    static void hold(String literal) {
        HELD.add(literal);
    }

    static boolean has(String text) {
        return NOTED.containsKey(text);
    }
}
