package jcp.runtime.linking;

import java.util.Set;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.Bits;
import jcp.runtime.jvm.Strings;

/**
 * Texts of strings that may be the interned ones: the program's and the JDK's literals, and what the program interned. Most
 * strings are none of them, which a filter on length and three bytes tells without hashing the text.
 */
public final class InternedTexts {
    private static final int BITS = 16;

    private final Set<String> literals;
    private final Bits filter = new Bits();

    public InternedTexts(Set<String> literals) {
        this.literals = literals;
        for (String text : literals) {
            filter.set(key(bytes(text)));
        }
        for (String text : InternedStrings.all()) {
            filter.set(key(bytes(text)));
        }
    }

    private static byte[] bytes(String text) {
        return (byte[]) Access.U.getReference(text, Strings.VALUE);
    }

    private static int key(byte[] bytes) {
        int length = bytes.length;
        int some = length == 0 ? 0 : (bytes[0] * 31 + bytes[length >> 1]) * 31 + bytes[length - 1];
        return (some * 31 + length) * 0x9E3779B9 >>> 32 - BITS;
    }

    /** False only if {@link #has} would be. */
    public boolean mayHave(byte[] bytes) {
        return filter.get(key(bytes));
    }

    public boolean has(String text) {
        return isLiteral(text) || InternedStrings.has(text);
    }

    public boolean isLiteral(String text) {
        return literals.contains(text);
    }
}
