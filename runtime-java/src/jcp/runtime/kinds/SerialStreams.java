package jcp.runtime.kinds;

import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.util.Arrays;
import jcp.runtime.graph.GraphReader;
import jcp.runtime.graph.GraphWriter;
import jcp.runtime.graph.Kind;
import jcp.runtime.graph.Obstacle;
import jcp.runtime.jvm.Access;

/**
 * Half-read and half-written object streams. Their descriptions of classes come in two kinds: the JVM's own, one a class,
 * which are looked up again, and those that were read from a stream, which are copied but for what they share with the
 * JVM's own (constructors, the reflection of fields), which is taken from those again. The table in which an output
 * stream keeps the objects that it has written goes by identity hashes; it is hashed again, since the JVM's own
 * descriptions are among them.
 */
public final class SerialStreams {
    private SerialStreams() {}

    private static final String CLASS = "java.io.ObjectStreamClass";

    /** What a description shares with the JVM's own one of the class; not all JDKs have each. */
    private static final String[] SHARED = {"cons", "canonicalCtr", "deserializationCtrs", "domains"};

    /** The JVM's own description of a class, by the class's name. */
    static String[] leaf(Object o) {
        ObjectStreamClass description = (ObjectStreamClass) o;
        Class<?> type = (Class<?>) Access.getField(description, ObjectStreamClass.class, "cl");
        return type != null && own(description) && ObjectStreamClass.lookupAny(type) == description
            ? new String[] {"serial-class", type.getName()} : null;
    }

    static Object make(String[] leaf) throws ClassNotFoundException {
        return ObjectStreamClass.lookupAny(Class.forName(leaf[1], false, Access.APPLICATION));
    }

    private static boolean own(ObjectStreamClass description) {
        return Access.getField(description, ObjectStreamClass.class, "localDesc") == description;
    }

    static void check(Object o) throws Obstacle {
        if (o instanceof ObjectStreamClass && own((ObjectStreamClass) o)) {
            throw new Obstacle("the JDK's cache no longer holds this description of the class " + ((ObjectStreamClass) o).getName(),
                "clear the reference before the checkpoint");
        }
    }

    static void restore(Object o) {
        if (o instanceof ObjectStreamClass) {
            restoreClass((ObjectStreamClass) o);
            return;
        }
        Object written = Access.getField(o, ObjectOutputStream.class, "handles");
        Object replaced = Access.getField(o, ObjectOutputStream.class, "subs");
        if (written != null) { // null in a subclass that does all by itself
            hashAgain(written);
            hashAgain(Access.getField(replaced, replaced.getClass(), "htab"));
        }
    }

    private static void restoreClass(ObjectStreamClass description) {
        Class<?> type = ObjectStreamClass.class;
        Object local = Access.getField(description, type, "localDesc");
        if (local != null) {
            for (String field : SHARED) {
                if (Access.hasField(type, field)) {
                    Access.setField(description, type, field, Access.getField(local, type, field));
                }
            }
        }
        Object fields = Access.getField(description, type, "fields");
        Access.setField(description, type, "fieldRefl", Access.call(null, type, "getReflector", fields, local));
    }

    private static void hashAgain(Object table) {
        Class<?> type = table.getClass();
        Arrays.fill((int[]) Access.getField(table, type, "spine"), -1);
        Object[] objects = (Object[]) Access.getField(table, type, "objs");
        for (int i = 0, n = (Integer) Access.getField(table, type, "size"); i < n; i++) {
            Access.call(table, type, "insert", objects[i], i);
        }
    }

    /** How the graph treats them. */
    public static final class AsKind extends Kind {
        // what descriptions of classes share with the JVM's own
        @Override
        public String[] skippedFields() {
            return new String[] {
                "java.io.ObjectStreamClass.cons", "java.io.ObjectStreamClass.canonicalCtr",
                "java.io.ObjectStreamClass.deserializationCtrs", "java.io.ObjectStreamClass.deserializationCtr",
                "java.io.ObjectStreamClass.domains", "java.io.ObjectStreamClass.fieldRefl"};
        }

        @Override
        public String[] toText(Object o) {
            return Access.isA(o.getClass(), CLASS) ? leaf(o) : null;
        }

        @Override
        public Object fromText(String[] text) throws ReflectiveOperationException {
            return make(text);
        }

        @Override
        public String[] capturePart(Object o, GraphWriter graph) throws Obstacle {
            SerialStreams.check(o);
            return NONE;
        }

        @Override
        public void restorePart(Object o, String[] part, GraphReader graph) {
            SerialStreams.restore(o);
        }
    }
}
