package jcp.runtime;

import java.util.ArrayList;
import java.util.Hashtable;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Puts the entries of the JDK's hash maps in their places again where a key's identity hash could not be restored, because
 * the fresh JVM had hashed the object already (a class, an enum constant). Order within linked maps is kept.
 */
final class Rehash {
    private Rehash() {}

    static void rehash(GraphReader graph, Set<Integer> changed) {
        List<Object> keys = new ArrayList<>();
        for (int number : changed) {
            keys.add(graph.object(number));
        }
        for (int number = 1; number < graph.limit(); number++) {
            Object object = graph.object(number);
            if (isHashMap(object) && hasKey((Map<?, ?>) object, keys)) {
                refuseForeign((Map<?, ?>) object);
                refill((Map<?, ?>) object);
            }
        }
    }

    private static boolean isHashMap(Object object) {
        return object instanceof HashMap || object instanceof Hashtable || object instanceof IdentityHashMap
                || object instanceof WeakHashMap || object instanceof ConcurrentHashMap;
    }

    /** Putting entries anew must run no code of the program: only the JDK's own maps with keys that hash themselves. */
    private static void refuseForeign(Map<?, ?> map) {
        boolean own = Access.isJdk(map.getClass());
        for (Object key : map.keySet()) {
            own &= key == null || key instanceof Class || key instanceof Enum || key instanceof String || key instanceof Number;
        }
        if (!own) {
            throw new IllegalStateException("a " + map.getClass().getName() + " is keyed by an object whose identity hash this JVM"
                    + " has fixed already, and by objects of the program; start the replay again, or choose another checkpoint");
        }
    }

    private static boolean hasKey(Map<?, ?> map, List<Object> keys) {
        for (Object key : map.keySet()) {
            for (Object changed : keys) {
                if (key == changed) {
                    return true;
                }
            }
        }
        return false;
    }

    private static <K, V> void refill(Map<K, V> map) {
        List<K> keys = new ArrayList<>();
        List<V> values = new ArrayList<>();
        for (Map.Entry<K, V> entry : map.entrySet()) {
            keys.add(entry.getKey());
            values.add(entry.getValue());
        }
        map.clear();
        for (int i = 0; i < keys.size(); i++) {
            map.put(keys.get(i), values.get(i));
        }
    }
}
