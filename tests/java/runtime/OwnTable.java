import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Map;

/** Classes of the JDK as keys of a hash table of the program's own, by identity: the entries keep hash and key, or with an argument the spread hash and a weak reference. */
public class OwnTable {
    static final Class<?>[] KEYS = {OwnTable.class, String.class, Integer.class, List.class, int.class, void.class, Map.Entry.class, Object[].class};

    static class Plain {
        final int hash;
        final Object key;
        final int value;
        final Plain next;

        Plain(Object key, int value, Plain next) {
            hash = System.identityHashCode(key);
            this.key = key;
            this.value = value;
            this.next = next;
        }
    }

    static class Weak extends WeakReference<Object> {
        final int hash;
        final int value;
        final Weak next;

        Weak(Object key, int value, Weak next) {
            super(key);
            hash = mixed(key);
            this.value = value;
            this.next = next;
        }
    }

    static Plain plain;
    static Weak weak;

    static int mixed(Object key) {
        int h = System.identityHashCode(key);
        h += h << 15 ^ 0xffffcd7d;
        h ^= h >>> 10;
        h += h << 3;
        h ^= h >>> 6;
        h += (h << 2) + (h << 14);
        return h ^ h >>> 16;
    }

    static Integer find(Object key) {
        for (Plain each = plain; each != null; each = each.next) {
            if (each.hash == System.identityHashCode(key) && each.key == key) {
                return each.value;
            }
        }
        for (Weak each = weak; each != null; each = each.next) {
            if (each.hash == mixed(key) && each.get() == key) {
                return each.value;
            }
        }
        return null;
    }

    public static void main(String[] args) {
        for (int i = 0; i < KEYS.length; i++) {
            if (args.length == 0) {
                plain = new Plain(KEYS[i], i, plain);
            } else {
                weak = new Weak(KEYS[i], i, weak);
            }
        }
        after();
    }

    static void after() {
        for (Class<?> key : KEYS) {
            System.out.println(find(key)); // here
        }
    }
}
