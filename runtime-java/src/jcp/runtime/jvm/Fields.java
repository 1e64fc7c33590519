package jcp.runtime.jvm;

import java.util.HashMap;
import java.util.Map;

/**
 * Fields of objects of the JDK, and static ones of its classes, by their names alone. Reflection would load the classes of
 * all fields' types, which the program may be the first to need.
 */
public final class Fields {
    /** By names of fields: the classes that were asked for one, with its offset. They are few for each name; classes are not hashed. */
    private static final Map<String, Known> OFFSETS = new HashMap<>();

    private static final class Known {
        final Class<?> in;
        /** Negative if the class declares none of the name. */
        final long offset;
        final Known next;

        Known(Class<?> in, long offset, Known next) {
            this.in = in;
            this.offset = offset;
            this.next = next;
        }
    }

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

    /** Looked up once for each: a field that is not there costs an exception. */
    private static long declared(Class<?> in, String name) {
        Known first = OFFSETS.get(name);
        for (Known each = first; each != null; each = each.next) {
            if (each.in == in) {
                return each.offset;
            }
        }
        if (!Access.isJdk(in)) {
            return lookedUp(in, name); // a class of the program is not held
        }
        Known found = new Known(in, lookedUp(in, name), first);
        OFFSETS.put(name, found);
        return found.offset;
    }

    private static long lookedUp(Class<?> in, String name) {
        try {
            return Access.U.objectFieldOffset(in, name);
        } catch (InternalError e) {
            return -1; // declared by a superclass, or by none
        }
    }
}
