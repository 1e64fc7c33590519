package jcp.runtime.environment;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jcp.runtime.graph.Rehash;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.JvmState;
import jcp.runtime.jvm.LaunchProperties;

/**
 * The order in which {@code Set.of} and {@code Map.of} iterate: the start follows from {@code SALT32L}, the direction from
 * {@code REVERSE}, two final statics of {@code java.util.ImmutableCollections} that differ from JVM to JVM.
 *
 * <p>They can be written, but code that the JVM compiled before keeps the old values as constants, and it compiles some of
 * the readers at its start, which walks over many sets of module names (options such as --add-opens add to that). Hence each
 * reader is asked on its own: on tables of {@link #LENGTH} full places, where another salt gives another first place but once
 * in {@link #LENGTH} times. Those that answer as before are called until the JVM has compiled them once more, for which
 * it reads the fields again; should that not happen, the replay is refused, unless the user lets collections iterate in any
 * order. The others are left alone: calling them would have the JVM compile them, too. Look-ups do not use the salt.
 *
 * <p>Invariants: the readers are the only code compiled at the JVM's start that has the values, as they are too large to be
 * inlined by the first compiler, and the second one compiles nothing of this so early. {@link #wrong} is called seldom: it
 * writes into objects whose fields the second compiler takes for constants, so it must not get hot.
 */
public final class IterationOrder extends JvmState {

    private static final String KEY = "iteration order";
    private static final int LENGTH = 1 << 16;
    private static final int ROUND = 1000;
    /** After so many rounds there is a pause, of so many milliseconds, behind each. */
    private static final int EAGER = 30;
    private static final int PAUSE = 10;
    /** Nanoseconds: compiling takes milliseconds, but on a busy machine its thread may wait long. */
    private static final long PATIENCE = 30_000_000_000L;

    /** The readers: iterators of sets and of maps, and what walks over a set of two. */
    private static final int SETS = 1;
    private static final int MAPS = 2;
    private static final int ITERATOR = 4;
    private static final int ARRAY = 8;
    private static final int ROOM = 16;
    private static final int EACH = 32;

    private static Class<?> owner() {
        return List.of().getClass().getNestHost();
    }

    @Override
    public void capture(Map<String, String[]> state) {
        state.put(KEY, new String[] {Access.getField(null, owner(), "SALT32L").toString(),
            Access.getField(null, owner(), "REVERSE").toString()});
    }

    /** Writes the values. Called before all else, so that a compilation under way ends before {@link #settle} looks. */
    public static void restoreNow(Map<String, String[]> state) {
        String[] value = state.remove(KEY);
        Access.setField(null, owner(), "SALT32L", Long.parseLong(value[0]));
        Access.setField(null, owner(), "REVERSE", Boolean.parseBoolean(value[1]));
    }

    /** Waits until all readers go by the fields. Called when all objects are restored. */
    public static void settle() {
        if (Rehash.anyOrder()) {
            return;
        }
        Probe probe = new Probe();
        long start = System.nanoTime();
        int round = 0;
        for (int wrong = probe.wrong(); wrong != 0; wrong = probe.wrong(), round++) {
            if (round > EAGER) {
                pause(); // a busy machine: the compiler needs the processor, and the probe must not get hot
            }
            if (compilesOnce() || System.nanoTime() - start > PATIENCE) {
                throw new IllegalStateException("this JVM compiled the iteration over Set.of and Map.of before jcp could set the"
                    + " checkpoint's order, and does not compile it again; replay without options that limit the JIT compilers, or with"
                    + " -XX:CompileCommand=quiet -XX:CompileCommand=exclude,java.util.ImmutableCollections*::*, or with -Djcp.order=any"
                    + " if the order does not matter");
            }
            callReaders(wrong);
        }
    }

    /** Waits without initialising classes that the program may be the first to use. */
    private static void pause() {
        Object nobody = new Object();
        synchronized (nobody) {
            try {
                nobody.wait(PAUSE);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Whether this JVM has its first compiler only ({@code -XX:TieredStopAtLevel=1} and the like), so that nothing is compiled again. */
    private static boolean compilesOnce() {
        return LaunchProperties.get("java.vm.info", "").contains("emulated-client");
    }

    /** Makes these readers hot. */
    private static void callReaders(int wanted) {
        Set<String> two = Set.of("a", "b");
        Set<String> set = Set.of("a", "b", "c", "d", "e");
        Map<String, String> map = Map.of("a", "a", "b", "b", "c", "c");
        Object[] room = new Object[2];
        Ignore ignore = new Ignore(); // not in a static: at the start of a replay its interface would be initialised too early
        for (int i = 0; i < ROUND; i++) {
            if ((wanted & SETS) != 0) {
                walk(set.iterator());
            }
            if ((wanted & MAPS) != 0) {
                walk(map.keySet().iterator());
            }
            if ((wanted & ITERATOR) != 0) {
                walk(two.iterator());
            }
            if ((wanted & ARRAY) != 0) {
                two.toArray();
            }
            if ((wanted & ROOM) != 0) {
                two.toArray(room);
            }
            if ((wanted & EACH) != 0) {
                two.forEach(ignore);
            }
        }
    }

    /** No lambda: linking one would shift numbers that the program sees. */
    private static final class Ignore implements java.util.function.Consumer<Object> {
        @Override
        public void accept(Object o) {}
    }

    private static void walk(Iterator<?> all) {
        while (all.hasNext()) {
            all.next();
        }
    }

    /** Collections on which each reader shows by itself which values it has. */
    private static final class Probe {
        private final long salt = (Long) Access.getField(null, owner(), "SALT32L");
        private final boolean reverse = (Boolean) Access.getField(null, owner(), "REVERSE");
        private final Set<String> two = Set.of("a", "b");
        private final Object first = Access.getField(two, two.getClass(), reverse ? "e1" : "e0");
        private final Set<?> set = (Set<?>) full(Set.of("a", "b", "c"), "elements");
        private final Map<?, ?> map = (Map<?, ?>) full(Map.of("a", "a", "b", "b"), "table");

        /** A collection of that class in whose table all places are taken; nothing but its iterator is ever used. */
        private static Object full(Object sample, String table) {
            try {
                Object made = Access.U.allocateInstance(sample.getClass());
                Object[] places = new Object[LENGTH];
                places[0] = "a";
                for (int filled = 1; filled < LENGTH; filled *= 2) { // not one by one: that would be interpreted
                    System.arraycopy(places, 0, places, filled, filled);
                }
                Access.setField(made, made.getClass(), table, places);
                Access.setField(made, made.getClass(), "size", LENGTH);
                return made;
            } catch (InstantiationException e) {
                throw new IllegalStateException(e);
            }
        }

        /** The readers that have other values than the fields. */
        int wrong() {
            Seen seen = new Seen();
            two.forEach(seen);
            boolean sets = at(set.iterator()) == (int) ((salt * LENGTH) >>> 32) && goesOn(set.iterator(), 1);
            boolean maps = at(map.entrySet().iterator()) == (int) ((salt * (LENGTH >> 1)) >>> 32) << 1
                && goesOn(map.entrySet().iterator(), 2);
            return (sets ? 0 : SETS) | (maps ? 0 : MAPS) | (two.iterator().next() == first ? 0 : ITERATOR)
                | (two.toArray()[0] == first ? 0 : ARRAY) | (two.toArray(new Object[2])[0] == first ? 0 : ROOM)
                | (seen.first == first ? 0 : EACH);
        }

        private static int at(Iterator<?> iterator) {
            return (Integer) Access.getField(iterator, iterator.getClass(), "idx");
        }

        /** Whether the next place is the one beside, in the fields' direction. */
        private boolean goesOn(Iterator<?> iterator, int step) {
            int before = at(iterator);
            iterator.next();
            return at(iterator) == Math.floorMod(before + (reverse ? step : -step), LENGTH);
        }

        private static final class Seen implements java.util.function.Consumer<Object> {
            private Object first;

            @Override
            public void accept(Object o) {
                first = first == null ? o : first;
            }
        }
    }

    @Override
    public void restoreEarly(Map<String, String[]> state) {
        restoreNow(state);
    }
}
