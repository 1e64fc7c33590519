package jcp.runtime.jvm;

/**
 * Fields of objects of the JDK, and static ones of its classes, by their names alone. Reflection would load the classes of
 * all fields' types, which the program may be the first to need.
 */
public final class Fields {
    private Fields() {}

    /** The object in a field of the holder; null if this JDK has none of that name. */
    public static Object get(Object holder, String name) {
        long offset = offset(holder, name);
        return offset < 0 ? null : Access.U.getReferenceVolatile(holder, offset);
    }

    public static int number(Object holder, String name) {
        return Access.U.getInt(holder, offset(holder, name));
    }

    static void putNumber(Object holder, String name, int value) {
        Access.U.putInt(holder, offset(holder, name), value);
    }

    public static void put(Object holder, String name, Object value) {
        Access.U.putReferenceVolatile(holder, offset(holder, name), value);
    }

    /** The same for a static field. */
    public static Object getStatic(Class<?> in, String name) {
        long offset = declared(in, name);
        return offset < 0 ? null : Access.U.getReferenceVolatile(in, offset);
    }

    public static void putStatic(Class<?> in, String name, Object value) {
        Access.U.putReferenceVolatile(in, declared(in, name), value);
    }

    /** Negative if there is none. */
    private static long offset(Object holder, String name) {
        long offset = -1;
        for (Class<?> c = holder.getClass(); offset < 0 && c != null; c = c.getSuperclass()) {
            offset = declared(c, name);
        }
        return offset;
    }

    private static long declared(Class<?> in, String name) {
        try {
            return Access.U.objectFieldOffset(in, name);
        } catch (InternalError e) {
            return -1; // declared by a superclass, or by none
        }
    }
}
