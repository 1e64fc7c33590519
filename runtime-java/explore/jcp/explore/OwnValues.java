package jcp.explore;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.TreeMap;
import jdk.internal.misc.Unsafe;

/**
 * What a task keeps in objects of class {@link ThreadLocal}, which the JVM keeps with the carrier.
 */
final class OwnValues {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long MAP = UNSAFE.objectFieldOffset(Thread.class, "threadLocals");
    private static final long TABLE;
    private static final long VALUE;

    static {
        try {
            TABLE = UNSAFE.objectFieldOffset(Class.forName("java.lang.ThreadLocal$ThreadLocalMap"), "table");
            VALUE = UNSAFE.objectFieldOffset(Class.forName("java.lang.ThreadLocal$ThreadLocalMap$Entry"), "value");
        } catch (ClassNotFoundException error) {
            throw new IllegalStateException(error);
        }
    }

    private OwnValues() {}

    /** Forgets all of the calling thread's: it is to carry another task. */
    static void clear() {
        UNSAFE.putReference(Thread.currentThread(), MAP, null);
    }

    /** All that a task keeps. */
    static Object map(Task task) {
        return UNSAFE.getReference(task.carrier, MAP);
    }

    /** Lets the calling thread have it. */
    static void set(Object map) {
        UNSAFE.putReference(Thread.currentThread(), MAP, map);
    }

    /** The values of those objects that have a number, by it. Nobody can ask for those of others. */
    static Map<Integer, Object> of(Task task, Map<Object, Integer> numbers) {
        Map<Integer, Object> values = new TreeMap<>();
        Object map = task.carrier == null ? null : UNSAFE.getReference(task.carrier, MAP);
        Object[] table = map == null ? new Object[0] : (Object[]) UNSAFE.getReference(map, TABLE);
        for (Object entry : table) {
            Object key = entry == null ? null : ((WeakReference<?>) entry).get();
            Integer number = key == null ? null : numbers.get(key);
            if (number != null) {
                values.put(number, UNSAFE.getReference(entry, VALUE));
            }
        }
        return values;
    }
}
