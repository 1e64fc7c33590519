import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/** Hash tables whose keys have no hash code of their own, found again after the checkpoint. */
public class Main {
    static final Map<Object, String> NAMES = new HashMap<>();

    static class Key {
        final int number;

        Key(int number) {
            this.number = number;
        }
    }

    public static void main(String[] args) {
        Key[] keys = new Key[1000];
        Set<Key> odd = new HashSet<>();
        Map<Key, Key> next = new IdentityHashMap<>();
        for (int i = 0; i < keys.length; i++) {
            keys[i] = new Key(i);
            NAMES.put(keys[i], "name" + i);
            if (i % 2 == 1) {
                odd.add(keys[i]);
            }
            if (i > 0) {
                next.put(keys[i - 1], keys[i]);
            }
        }
        NAMES.put(Main.class, "the class");
        NAMES.put(Thread.State.NEW, "a constant");
        int before = keys[7].hashCode();
        check(keys, odd, next);
        System.out.println((before == keys[7].hashCode()) + " " + NAMES.get(Main.class) + " " + NAMES.get(Thread.State.NEW));
    }

    static void check(Key[] keys, Set<Key> odd, Map<Key, Key> next) {
        System.out.println("before");
        int found = 0; // here
        for (Key key : keys) {
            if (NAMES.get(key).endsWith("" + key.number) && odd.contains(key) == (key.number % 2 == 1)) {
                found++;
            }
        }
        Key last = keys[0];
        int steps = 0;
        while (next.containsKey(last)) {
            last = next.get(last);
            steps++;
        }
        System.out.println(found + " " + steps + " " + odd.remove(keys[3]) + odd.size() + NAMES.containsKey(new Key(1)));
    }
}
