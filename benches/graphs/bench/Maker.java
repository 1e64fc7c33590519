package bench;

import java.io.Serializable;
import java.util.HashMap;

/**
 * Makes the hash maps of a graph: by {@link HashMap} itself, or, for the loop that merely allocates and fills, objects of the
 * same sizes with the same references, without hashing.
 */
public abstract class Maker {
    /** A map from {@code first}, … to the values. */
    abstract Object map(int first, Object... values);

    static final class Real extends Maker {
        @Override
        Object map(int first, Object... values) {
            HashMap<Object, Object> map = new HashMap<>();
            for (int i = 0; i < values.length; i++) {
                map.put(key(first + i), values[i]);
            }
            return map;
        }
    }

    /** As large as {@link HashMap}: 12 bytes of header, three references, four numbers. */
    public static final class MapLike implements Serializable {
        private static final long serialVersionUID = 1;
        public EntryLike[] table;
        public Object keys;
        public Object entries;
        public Object values;
        public int size;
        public int changes;
        public int threshold;
        public float load;
    }

    /** As large as its nodes. */
    public static final class EntryLike implements Serializable {
        private static final long serialVersionUID = 1;
        public int hash;
        public Object key;
        public Object value;
        public EntryLike next;
    }

    static final class Like extends Maker {
        @Override
        Object map(int first, Object... values) {
            MapLike map = new MapLike();
            int places = 16;
            while (values.length > places * 3 / 4) {
                places *= 2;
            }
            map.table = new EntryLike[places];
            map.size = values.length;
            map.threshold = places * 3 / 4;
            map.load = 0.75f;
            for (int i = 0; i < values.length; i++) {
                EntryLike entry = new EntryLike();
                entry.hash = first + i;
                entry.key = key(first + i);
                entry.value = values[i];
                map.table[first + i & places - 1] = entry;
            }
            return map;
        }
    }

    /** An Integer of its own, past those that the JVM keeps. */
    static Integer key(int number) {
        return number + 1000;
    }
}
