package jcp.runtime.linking;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * The strings that the program interned in the capturing run. To ask the JVM whether a string is the interned one would
 * intern it, which the program could see, so only those that are known to be are asked about.
 */
public final class InternedStrings {
    /** Literals of the checkpoint: no constant pool of this JVM may hold them yet, and weak references to them must last. */
    private static final List<String> HELD = new ArrayList<>();
    private static final Map<String, Boolean> NOTED = Collections.synchronizedMap(new WeakHashMap<>());

    private InternedStrings() {}

    /** After a call of {@link String#intern}, with its result. */
    public static void note(String interned) {
        NOTED.put(interned, true);
    }

    /** Those that are still there. */
    static List<String> all() {
        synchronized (NOTED) {
            return NOTED.isEmpty() ? List.of() : new ArrayList<>(NOTED.keySet());
        }
    }

    /** Keeps a literal until the JVM's own is made. */
    public static void hold(String literal) {
        HELD.add(literal);
    }

    static boolean has(String text) {
        return NOTED.containsKey(text);
    }
}
