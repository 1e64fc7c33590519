package jcp.runtime;

import jcp.runtime.linking.InternedStrings;

/** The hooks where the program interns strings ({@link InternedStrings}). */
public final class Interned {
    private Interned() {}

    /** After a call of {@link String#intern}, with its result. */
    public static void note(String interned) {
        InternedStrings.note(interned);
    }

    /** In the place of {@code String::intern}. */
    public static String intern(String text) {
        String interned = text.intern();
        InternedStrings.note(interned);
        return interned;
    }
}
