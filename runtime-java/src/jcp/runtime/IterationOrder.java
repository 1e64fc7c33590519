package jcp.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The order in which {@code Set.of} and {@code Map.of} iterate: the start follows from {@code SALT32L}, the direction from
 * {@code REVERSE}, two final statics of {@code java.util.ImmutableCollections} that differ from JVM to JVM.
 *
 * <p>They can be written, but code that the JVM compiled before keeps the old values, and it compiles the iterators at its
 * start if it has many modules to look at (options such as --add-opens do that). Hence {@link #give} compares the order it
 * gets with the one that the fields say. If they differ, it iterates until the JVM has compiled the iterators once more, for
 * which it reads the fields again; should that not happen, it refuses to replay. Look-ups do not use the salt.
 */
final class IterationOrder {
    private IterationOrder() {}

    private static final String KEY = "iteration order";
    /** Compiled code runs from the first call on, so one look finds it; a second one may find it just installed. */
    private static final int LOOKS = 3;
    private static final int ROUND = 1000;
    /** Nanoseconds: compiling takes milliseconds, also on a busy machine. */
    private static final long PATIENCE = 5_000_000_000L;

    private static Class<?> owner() {
        return List.of().getClass().getNestHost();
    }

    static void take(Map<String, String[]> state) {
        state.put(KEY, Leaves.leaf(Access.getField(null, owner(), "SALT32L").toString(),
            Access.getField(null, owner(), "REVERSE").toString()));
    }

    static void give(Map<String, String[]> state) {
        String[] value = state.get(KEY);
        long salt = Long.parseLong(value[0]);
        boolean reverse = Boolean.parseBoolean(value[1]);
        Access.setField(null, owner(), "SALT32L", salt);
        Access.setField(null, owner(), "REVERSE", reverse);
        settle();
    }

    /**
     * Waits until the iterators go in the order of the fields. Called once more when everything is restored: a compilation
     * that was under way when the fields were written is installed by then.
     */
    static void settle() {
        long salt = (Long) Access.getField(null, owner(), "SALT32L");
        boolean reverse = (Boolean) Access.getField(null, owner(), "REVERSE");
        long start = System.nanoTime();
        Set<String> two = Set.of("a", "b");
        Set<String> set = Set.of("a", "b", "c", "d", "e");
        Map<String, String> map = Map.of("a", "a", "b", "b", "c", "c");
        while (!stable(salt, reverse)) {
            if (System.nanoTime() - start > PATIENCE) {
                throw new IllegalStateException("this JVM compiled the iterators of Set.of and Map.of before jcp could give them the"
                    + " checkpoint's order; replay without options that limit its compilers");
            }
            // only the JDK's iterators are made hot, not the check
            for (int i = 0; i < ROUND; i++) {
                byIterator(two);
                byIterator(set);
                byIterator(map.keySet());
                two.toArray();
                set.toArray();
                map.keySet().toArray();
                byIterator(map.values());
            }
        }
    }

    private static boolean stable(long salt, boolean reverse) {
        boolean right = true;
        for (int i = 0; i < LOOKS; i++) {
            right &= asExpected(salt, reverse);
        }
        return right;
    }

    private static boolean asExpected(long salt, boolean reverse) {
        Set<String> two = Set.of("a", "b");
        String first = (String) Access.getField(two, two.getClass(), reverse ? "e1" : "e0");
        Set<String> set = Set.of("a", "b", "c", "d", "e");
        Map<String, String> map = Map.of("a", "a", "b", "b", "c", "c");
        Object[] elements = (Object[]) Access.getField(set, set.getClass(), "elements");
        Object[] table = (Object[]) Access.getField(map, map.getClass(), "table");
        List<Object> keys = walk(table, 2, (int) ((salt * (table.length >> 1)) >>> 32) << 1, reverse);
        List<Object> expected = walk(elements, 1, (int) ((salt * elements.length) >>> 32), reverse);
        return two.iterator().next().equals(first) && List.of(two.toArray()).get(0).equals(first)
            && List.of(set.toArray()).equals(expected) && new ArrayList<>(set).equals(expected)
            && byIterator(set).equals(expected) && byIterator(map.keySet()).equals(keys)
            && List.of(map.keySet().toArray()).equals(keys) && new ArrayList<>(map.keySet()).equals(keys)
            && byIterator(map.values()).equals(keys);
    }

    private static List<Object> byIterator(java.util.Collection<?> set) {
        List<Object> found = new ArrayList<>();
        for (Object o : set) {
            found.add(o);
        }
        return found;
    }

    /** As {@code SetNIterator.next} and {@code MapNIterator.nextIndex} go: one step, then the element there. */
    private static List<Object> walk(Object[] table, int step, int start, boolean reverse) {
        List<Object> found = new ArrayList<>();
        int at = start;
        for (int n = table.length / step; n > 0; n--) {
            at = Math.floorMod(at + (reverse ? step : -step), table.length);
            if (table[at] != null) {
                found.add(table[at]);
            }
        }
        return found;
    }
}
