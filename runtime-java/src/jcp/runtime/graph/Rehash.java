package jcp.runtime.graph;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.LaunchProperties;
import jcp.runtime.jvm.MarkWords;
import jcp.runtime.report.Settings;

/**
 * Puts entries of the JDK's hash maps in their places again where a key's identity hash could not be restored, because the
 * fresh JVM had hashed the object already (a class, an enum constant).
 *
 * <p>In a {@link HashMap} the entries are moved within the table: no code of the program runs, and linked maps keep their
 * order. The other maps are filled anew if no code of the program hashes their keys; else the replay is refused, as where a table is none of the
 * JDK's ({@link OwnTables}).
 *
 * <p>Where that changes the order of iteration, the replay is refused unless the user lets it ({@link #ANY_ORDER}): a JVM with
 * class data sharing starts alike each time and gives these objects the same hashes, so the replay has other options than the
 * capturing run. Without sharing no two starts are alike, and the order differs from run to run in the original too.
 */
public final class Rehash {
    /** The property that, set to "any", lets maps iterate in another order than in the capturing run. */
    private static final String ANY_ORDER = "jcp.order";

    /** Whether the user says that the order does not matter. */
    public static boolean anyOrder() {
        return "any".equals(Settings.property(ANY_ORDER));
    }

    /** The objects concerned and the hashes that they had. */
    private final List<Object> keys = new ArrayList<>();
    private final boolean strict = LaunchProperties.get("java.vm.info", "").contains("sharing")
            && !anyOrder();
    private final List<Integer> hashes = new ArrayList<>();
    /** The one that was met last in a map. */
    private Object met;

    public void add(Object key, int hash) {
        keys.add(key);
        hashes.add(hash);
    }

    /** Mends all maps among the objects. */
    public void mend(GraphReader graph) {
        if (keys.isEmpty()) {
            return;
        }
        OwnTables others = new OwnTables(keys, hashes);
        for (int number = 1; number < graph.limit(); number++) {
            Object object = graph.object(number);
            if (object instanceof HashMap) {
                move((HashMap<?, ?>) object);
            } else if (isHashMap(object) && hasKey((Map<?, ?>) object)) {
                refuseForeign((Map<?, ?>) object);
                refill((Map<?, ?>) object);
            } else {
                refuseEntry(object, others.keyOf(object, graph.layouts()));
            }
        }
    }

    /** {@code key}: of which the object is an entry of an unknown table; null if it is none. */
    private void refuseEntry(Object entry, Object key) {
        if (key != null) {
            met = key;
            throw new IllegalStateException("a " + entry.getClass().getName() + " keeps the identity hash that " + name() + " had in the capturing run, as"
                + " entries of hash tables do, and this JVM has given another one; start the replay again, with the JVM options of the capturing run if it had"
                + " others, or, if the chain starts below main, let it start at main");
        }
    }

    private static boolean isHashMap(Object object) {
        return object instanceof Hashtable || object instanceof IdentityHashMap || object instanceof WeakHashMap
                || object instanceof ConcurrentHashMap;
    }

    /** Index of a key whose hash changed, or -1. */
    private int changed(Object key) {
        for (int i = 0; i < keys.size(); i++) {
            if (keys.get(i) == key) {
                return i;
            }
        }
        return -1;
    }

    /** As {@code HashMap.hash}. */
    private static int spread(int hash) {
        return hash ^ hash >>> 16;
    }

    /** Corrects the hashes in the nodes and links the bins anew. */
    private void move(HashMap<?, ?> map) {
        Object[] table = (Object[]) Access.getField(map, HashMap.class, "table");
        if (table == null) {
            return;
        }
        List<Object> nodes = new ArrayList<>();
        boolean moved = false;
        for (Object bin : table) {
            for (Object node = bin; node != null; node = Access.U.getReference(node, Node.NEXT)) {
                nodes.add(node);
                moved |= correct(node);
            }
        }
        if (!moved) {
            return;
        }
        for (Object node : nodes) {
            if (node.getClass().getName().equals("java.util.HashMap$TreeNode")) {
                throw refusal(map);
            }
            Access.U.putReference(node, Node.NEXT, null);
        }
        java.util.Arrays.fill(table, null);
        Object[] last = new Object[table.length];
        for (Object node : nodes) {
            int at = table.length - 1 & Access.U.getInt(node, Node.HASH);
            if (last[at] == null) {
                table[at] = node;
            } else {
                Access.U.putReference(last[at], Node.NEXT, node);
            }
            last[at] = node;
        }
        if (!(map instanceof LinkedHashMap)) {
            List<Object> now = new ArrayList<>();
            for (Object bin : table) {
                for (Object node = bin; node != null; node = Access.U.getReference(node, Node.NEXT)) {
                    now.add(node);
                }
            }
            compare(map, nodes, now);
        }
    }

    /** Refuses if the order is another. */
    private void compare(Map<?, ?> map, List<?> before, List<?> after) {
        for (int i = 0; strict && i < before.size(); i++) {
            if (before.get(i) != after.get(i)) {
                throw new IllegalStateException("a " + map.getClass().getName() + " would iterate in another order than in the capturing"
                    + " run, because this JVM gave " + name() + " other identity hashes; " + remedy());
            }
        }
    }

    /** Other options are the cause only of hashes that the fresh JVM gave at its start: not where none can be set, nor of classes made since. */
    private String remedy() {
        boolean made = met instanceof Class && (((Class<?>) met).isHidden() || Access.isProxy((Class<?>) met));
        String anyOrder = "if the order does not matter, replay with -D" + ANY_ORDER + "=any";
        return made || !MarkWords.known() ? anyOrder
            : "start the replay again, with the JVM options of the capturing run if it had others; " + anyOrder;
    }

    /** A key of the map whose hash changed, for people; no code of the program may run. */
    private String name() {
        return met instanceof Class ? "classes such as " + ((Class<?>) met).getName() : "objects such as a " + met.getClass().getName();
    }

    /** Whether the node's hash was its key's identity hash, which changed. */
    private boolean correct(Object node) {
        Object key = Access.U.getReference(node, Node.KEY);
        int index = changed(key);
        if (index < 0 || Access.U.getInt(node, Node.HASH) != spread(hashes.get(index))) {
            return false;
        }
        met = key;
        Access.U.putInt(node, Node.HASH, spread(System.identityHashCode(key)));
        return true;
    }

    /** Where a node of a HashMap has its parts. */
    private static final class Node {
        private static final Class<?> TYPE = type();
        static final long HASH = Access.offset(TYPE, "hash");
        static final long KEY = Access.offset(TYPE, "key");
        static final long NEXT = Access.offset(TYPE, "next");

        private static Class<?> type() {
            try {
                return Class.forName("java.util.HashMap$Node");
            } catch (ClassNotFoundException e) {
                throw new IllegalStateException("this JDK has no HashMap.Node", e);
            }
        }
    }

    private static IllegalStateException refusal(Map<?, ?> map) {
        return new IllegalStateException("a " + map.getClass().getName() + " has a key whose identity hash this JVM has already"
                + " fixed, and jcp cannot reorder the map without running code of the program; choose another checkpoint,"
                + " or, if the replay has other JVM options than the capturing run, use the same");
    }

    /** Putting entries anew must run no code of the program: only the JDK's own maps with keys that hash themselves. */
    private static void refuseForeign(Map<?, ?> map) {
        boolean own = Access.isJdk(map.getClass());
        for (Object key : map.keySet()) {
            own &= key == null || map instanceof IdentityHashMap || key instanceof Class || key instanceof Enum
                    || key instanceof String || key instanceof Number && Access.isJdk(key.getClass()) || hashedByIdentity(key);
        }
        if (!own) {
            throw refusal(map);
        }
    }

    /** Whether hash and equality of the key are those of {@code Object}. */
    private static boolean hashedByIdentity(Object key) {
        for (Class<?> type = key.getClass(); type != Object.class; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                if (method.getName().equals("hashCode") || method.getName().equals("equals")) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean hasKey(Map<?, ?> map) {
        for (Object key : map.keySet()) {
            if (changed(key) >= 0) {
                met = key;
                return true;
            }
        }
        return false;
    }

    private <K, V> void refill(Map<K, V> map) {
        List<K> entered = new ArrayList<>();
        List<V> values = new ArrayList<>();
        for (Map.Entry<K, V> entry : map.entrySet()) {
            entered.add(entry.getKey());
            values.add(entry.getValue());
        }
        map.clear();
        for (int i = 0; i < entered.size(); i++) {
            map.put(entered.get(i), values.get(i));
        }
        compare(map, entered, new ArrayList<>(map.keySet()));
    }
}
