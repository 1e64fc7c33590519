package jcp.runtime;

/** Boxed values as a class and 64 bits. */
final class Boxes {
    private Boxes() {}

    static long value(Object box) {
        if (box instanceof Character) {
            return (Character) box;
        }
        if (box instanceof Boolean) {
            return (Boolean) box ? 1 : 0;
        }
        return ((Number) box).longValue();
    }

    /** Bytes of a value. */
    static int size(Class<?> type) {
        return type == Integer.class ? 4 : type == Long.class ? 8 : type == Short.class || type == Character.class ? 2 : 1;
    }

    /** What {@code valueOf} gives: the JVM's own object for small values. */
    static Object of(Class<?> type, long value) {
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
    static Object fresh(Class<?> type, long value) {
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
}
