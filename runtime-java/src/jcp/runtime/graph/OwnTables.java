package jcp.runtime.graph;

import java.util.Arrays;
import java.util.List;
import jcp.runtime.jvm.Access;

/**
 * Entries of hash tables that are no maps of the JDK's, such as those of Guava and Spring, where a key's identity hash could not be restored: jcp knows no such
 * table, and a look-up in it would fail without a word. An entry shows by what it keeps: the old hash, as it was or as tables spread it, and its key, which it may
 * hold by an object between (a reference, a pair).
 *
 * <p>Left out: tables whose entries keep no hash, and other ways to spread it.
 */
final class OwnTables {
    /** Old hashes in all forms, ascending, each with the place of its key in the low bits. */
    private final long[] words;
    private final List<Object> keys;

    OwnTables(List<Object> keys, List<Integer> hashes) {
        this.keys = keys;
        words = new long[4 * keys.size()];
        for (int i = 0; i < keys.size(); i++) {
            int hash = hashes.get(i);
            int spread = hash ^ hash >>> 16;
            int[] forms = {hash, spread, spread & Integer.MAX_VALUE, mixed(hash)};
            for (int form = 0; form < forms.length; form++) {
                words[4 * i + form] = (long) forms[form] << 32 | i;
            }
        }
        Arrays.sort(words);
    }

    /** As segments of tables spread a hash (a variant of Wang and Jenkins's, by D. Lea). */
    private static int mixed(int hash) {
        int h = hash;
        h += h << 15 ^ 0xffffcd7d;
        h ^= h >>> 10;
        h += h << 3;
        h ^= h >>> 6;
        h += (h << 2) + (h << 14);
        return h ^ h >>> 16;
    }

    /** The key of which the object is an entry that has its old hash; null if it is none. */
    Object keyOf(Object object, Layouts layouts) {
        Layout layout = layouts.of(object);
        if (layout.treatment != Layout.Treatment.PLAIN || Access.isJdk(layout.type) || layout.offsets == null) {
            return null;
        }
        for (int piece = 0; piece < layout.offsets.length; piece++) {
            for (int at = 0; at + 4 <= layout.sizes[piece]; at += 4) {
                Object key = key(Access.U.getInt(object, layout.offsets[piece] + at), object, layouts);
                if (key != null) {
                    return key;
                }
            }
        }
        return null;
    }

    private Object key(int word, Object object, Layouts layouts) {
        int at = Arrays.binarySearch(words, (long) word << 32);
        for (at = at < 0 ? -at - 1 : at; at < words.length && words[at] >> 32 == word; at++) {
            Object key = keys.get((int) words[at]);
            if (leads(object, key, layouts, 2)) {
                return key;
            }
        }
        return null;
    }

    /** Whether so many references lead from the object to the key. */
    private static boolean leads(Object object, Object key, Layouts layouts, int steps) {
        Layout layout = layouts.of(object);
        if (layout.references == null || object instanceof Class) {
            return false;
        }
        for (long offset : layout.references) {
            Object next = Access.U.getReference(object, offset);
            if (next == key || steps > 1 && next != null && leads(next, key, layouts, steps - 1)) {
                return true;
            }
        }
        return false;
    }
}
