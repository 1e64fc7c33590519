package jcp.runtime.jvm;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * The tables of the JDK's hash maps, in an order that does not depend on hashes. Classes and enum constants have identity
 * hashes, which are others where threads above a root took turns in another way; so the places of such keys tell nothing about
 * the program, and {@code Entry} compares tables by their keys.
 *
 * <p>A table is put in order if each key can be told by a text that is its own: strings, classes, boxes, and what {@link CodeNames} names. So is an array
 * of methods, which the JVM lists in an order of its own.
 * The order in which a linked map had its keys put in is no matter of the table: the captured one holds, like other values.
 * Of a map with weak keys the table itself is passed over, and what the collector has cleared: when it ran, the program did not
 * say. So are references that wait in a queue for that reason.
 * Left out: tables with other keys, and with bins that are trees; they stand as they are.
 */
public final class HashTables {
    private static final Set<String> TABLES = Set.of("[Ljava.util.HashMap$Node;", "[Ljava.util.concurrent.ConcurrentHashMap$Node;",
        "[Ljava.util.Hashtable$Entry;");
    private static final Set<String> NODES = Set.of("java.util.HashMap$Node", "java.util.LinkedHashMap$Entry",
        "java.util.concurrent.ConcurrentHashMap$Node", "java.util.Hashtable$Entry", "java.util.WeakHashMap$Entry");
    private static final long WEAK_TABLE = Access.offset(WeakHashMap.class, "table");
    private static final long REFERENT = Access.offset(Reference.class, "referent");
    /** What links the references that the collector has put into queues; and the table of a map with weak keys. */
    private static final Set<String> PASSED = Set.of("java.lang.ref.ReferenceQueue.head", "java.lang.ref.Reference.next",
        "java.util.WeakHashMap.table");
    /** Another one once the reference is cleared and waits. */
    private static final String QUEUE = "java.lang.ref.Reference.queue";
    private static final String NEXT = ".next:";
    private static final String LINKED_ENTRY = "java.util.LinkedHashMap$Entry.";
    private static final String LINKED_MAP = "java.util.LinkedHashMap.";
    private static final long HASH_TABLE = Access.offset(HashMap.class, "table");

    private HashTables() {}

    /** All nodes of a table, keys and values of an identity map, or methods, by their keys; null if it is no such table. */
    public static Object[] inOrder(Object[] table, Object holder) {
        if (TABLES.contains(table.getClass().getName())) {
            return nodes(table);
        }
        return holder instanceof IdentityHashMap ? pairs(table) : table instanceof Method[] ? methods(table) : null;
    }

    /** As a class lists its methods, which is another order in each JVM. */
    private static Object[] methods(Object[] all) {
        List<Item> items = new ArrayList<>();
        for (Object each : all) {
            items.add(new Item(each, each));
        }
        return flat(items);
    }

    private static Object[] nodes(Object[] table) {
        Class<?> type = table.getClass().getComponentType();
        long key = Access.offset(type, "key");
        long next = Access.offset(type, "next");
        List<Item> items = new ArrayList<>();
        for (Object bin : table) {
            for (Object node = bin; node != null; node = Access.U.getReference(node, next)) {
                if (!isNode(node)) {
                    return null;
                }
                items.add(new Item(Access.U.getReference(node, key), node));
            }
        }
        return flat(items);
    }

    /** Whether the collector has a part in what the object's fields hold. */
    public static boolean isCollected(Object object) {
        return object instanceof Reference || object instanceof ReferenceQueue || object instanceof WeakHashMap;
    }

    /** Whether a field of such an object links what was cleared, or is that of a table, whose entries {@link #weak} has. */
    public static boolean isCollectors(Object object, String field) {
        String name = field.substring(0, field.indexOf(':'));
        return PASSED.contains(name) || name.equals(QUEUE) && Access.U.getReference(object, REFERENT) == null;
    }

    /** The entries of a map whose keys are there, by their keys, or in the order of its table. */
    public static Object[] weak(WeakHashMap<?, ?> map) {
        Object[] table = (Object[]) Access.U.getReference(map, WEAK_TABLE);
        long next = Access.offset(table.getClass().getComponentType(), "next");
        List<Item> items = new ArrayList<>();
        List<Object> entries = new ArrayList<>();
        for (Object bin : table) {
            for (Object entry = bin; entry != null; entry = Access.U.getReference(entry, next)) {
                Object key = Access.U.getReference(entry, REFERENT);
                if (key != null) {
                    items.add(new Item(key, entry));
                    entries.add(entry);
                }
            }
        }
        Object[] flat = flat(items);
        return flat == null ? entries.toArray() : flat;
    }

    private static Object[] pairs(Object[] table) {
        List<Item> items = new ArrayList<>();
        for (int i = 0; i + 1 < table.length; i += 2) {
            if (table[i] != null) {
                items.add(new Item(table[i], table[i], table[i + 1]));
            }
        }
        return flat(items);
    }

    /** The parts of all items by their texts; null if two have the same or one has none. */
    private static Object[] flat(List<Item> items) {
        Set<String> seen = new HashSet<>();
        List<Object> parts = new ArrayList<>();
        for (Item item : items) {
            if (item.text == null || !seen.add(item.text)) {
                return null;
            }
        }
        Order.sort(items, new ByText());
        for (Item item : items) {
            parts.addAll(Arrays.asList(item.parts));
        }
        return parts.toArray();
    }

    public static boolean isNode(Object object) {
        return object != null && NODES.contains(object.getClass().getName());
    }

    /** Whether a field of a node, as {@code Layout.names} has it, only links it to others: in its bin, or in the order in which keys were put in. */
    public static boolean links(String field) {
        return field.contains(NEXT) || field.startsWith(LINKED_ENTRY);
    }

    /** Whether it is a map that keeps its entries in order besides, of which the table tells all. */
    public static boolean isLinked(Object object) {
        Object[] table = object instanceof LinkedHashMap ? (Object[]) Access.U.getReference(object, HASH_TABLE) : null;
        return table != null && nodes(table) != null;
    }

    /** Whether the field is that of the first or the last entry in the order of such a map. */
    public static boolean isEnd(String field) {
        return field.startsWith(LINKED_MAP);
    }

    private static final class Item {
        final String text;
        final Object[] parts;

        Item(Object key, Object... parts) {
            text = text(key);
            this.parts = parts;
        }

        /** What tells a key from all others; null if that is not known. No code of the program runs. */
        private static String text(Object key) {
            if (key instanceof String) {
                return "text " + key;
            }
            if (key instanceof Class) {
                return ((Class<?>) key).isHidden() ? null : "class " + ((Class<?>) key).getName();
            }
            String code = CodeNames.of(key);
            if (code != null) {
                return code;
            }
            boolean box = key instanceof Integer || key instanceof Long || key instanceof Short || key instanceof Byte
                || key instanceof Character || key instanceof Boolean;
            return box ? key.getClass().getName() + " " + key : null;
        }
    }

    /** No lambda: linking one takes identity hashes. */
    private static final class ByText implements Comparator<Item> {
        @Override
        public int compare(Item a, Item b) {
            return a.text.compareTo(b.text);
        }
    }
}
