package jcp.runtime.jvm;

import java.util.Map;

/** Boxed values as a class and 64 bits. */
public final class Boxes extends JvmState {
    /** The JVM has its own boxes of numbers from its negative on, and of those below it. */
    private static final int SMALL = 128;
    /** Whether {@code -XX:AutoBoxCacheMax} has made the JVM keep boxes of larger numbers, too. */
    private static final boolean MORE = Integer.valueOf(SMALL) == Integer.valueOf(SMALL);

    private static final String KEY = "box cache";

    @Override
    public void capture(Map<String, String[]> state) {
        state.put(KEY, new String[] {largest()});
    }

    /** Ends the replay if this JVM has its own boxes of other numbers, which a program may compare by identity. */
    static void check(Map<String, String[]> state) {
        String[] taken = state.get(KEY);
        if (taken != null && !taken[0].equals(largest())) {
            throw new IllegalStateException("the capturing run's JVM cached boxed numbers up to " + taken[0] + ", and this JVM up to " + largest()
                + "; replay with the same -XX:AutoBoxCacheMax");
        }
    }

    /** The largest number of which the JVM has a box: asking its table by reflection would link what the program may link first. */
    private static String largest() {
        int has = SMALL - 1;
        for (int step = Integer.MIN_VALUE; step != 0; step >>>= 1) {
            int more = has + step;
            has = more > has && Integer.valueOf(more) == Integer.valueOf(more) ? more : has;
        }
        return Integer.toString(has);
    }

    public static long value(Object box) {
        if (box instanceof Character) {
            return (Character) box;
        }
        if (box instanceof Boolean) {
            return (Boolean) box ? 1 : 0;
        }
        return ((Number) box).longValue();
    }

    /** Bytes of a value. */
    public static int size(Class<?> type) {
        return type == Integer.class ? 4 : type == Long.class ? 8 : type == Short.class || type == Character.class ? 2 : 1;
    }

    /** Where the value lies in a box. */
    public static long offset(Class<?> type) {
        return Access.offset(type, "value");
    }

    /** Whether the box is the one that {@code valueOf} gives: most numbers are too large, and no box is made for them. */
    public static boolean isOwn(Class<?> type, long value, Object box) {
        return (MORE || value >= -SMALL && value < SMALL) && of(type, value) == box;
    }

    /** What {@code valueOf} gives: the JVM's own object for small values. */
    public static Object of(Class<?> type, long value) {
        if (type == Integer.class) {
            return (int) value;
        }
        if (type == Long.class) {
            return value;
        }
        if (type == Short.class) {
            return (short) value;
        }
        if (type == Byte.class) {
            return (byte) value;
        }
        return type == Character.class ? (Object) (char) value : (Object) (value != 0);
    }

    /** A box of its own, as the deprecated constructors make it. */
    @SuppressWarnings({"deprecation", "removal"})
    public static Object fresh(Class<?> type, long value) {
        if (type == Integer.class) {
            return new Integer((int) value);
        }
        if (type == Long.class) {
            return new Long(value);
        }
        if (type == Short.class) {
            return new Short((short) value);
        }
        if (type == Byte.class) {
            return new Byte((byte) value);
        }
        return type == Character.class ? (Object) new Character((char) value) : (Object) new Boolean(value != 0);
    }

    @Override
    public void restore(Map<String, String[]> state) {
        check(state);
    }
}
