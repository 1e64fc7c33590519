package jcp.runtime;

import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The application's classes that are initialised, and their static fields that are to be captured. */
final class Statics {
    /** A static field with its place. */
    static final class Field {
        final Class<?> type;
        final String name;
        final String descriptor;
        final Object base;
        final long offset;

        Field(Class<?> type, java.lang.reflect.Field field) {
            this.type = type;
            name = field.getName();
            descriptor = field.getType().descriptorString();
            base = Access.U.staticFieldBase(field);
            offset = Access.U.staticFieldOffset(field);
        }

        boolean isReference() {
            return isReference(descriptor);
        }

        static boolean isReference(String descriptor) {
            return descriptor.length() > 1;
        }

        /** The value of a primitive, as bits. */
        long bits() {
            switch (descriptor.charAt(0)) {
                case 'J': case 'D': return Access.U.getLong(base, offset);
                case 'I': case 'F': return Access.U.getInt(base, offset);
                case 'S': case 'C': return Access.U.getShort(base, offset);
                default: return Access.U.getByte(base, offset);
            }
        }

        void setBits(long bits) {
            switch (descriptor.charAt(0)) {
                case 'J': case 'D': Access.U.putLong(base, offset, bits); break;
                case 'I': case 'F': Access.U.putInt(base, offset, (int) bits); break;
                case 'S': case 'C': Access.U.putShort(base, offset, (short) bits); break;
                default: Access.U.putByte(base, offset, (byte) bits);
            }
        }
    }

    private static final java.util.Set<String> FAILED = java.util.concurrent.ConcurrentHashMap.newKeySet();

    private Statics() {}

    static void noteFailed(String type) {
        FAILED.add(type);
    }

    /** The application's classes whose initialisers failed: any later use throws, which no other JVM can be told. */
    static void check(List<Problem> problems) {
        for (String type : FAILED.isEmpty() ? FAILED : new java.util.TreeSet<>(FAILED)) {
            problems.add(new Problem(type, "its class initialiser threw an exception before the checkpoint, and would run again in"
                    + " the replay", "choose a checkpoint before the first use of the class"));
        }
    }

    /** The initialised classes of the application; lambda classes, the runtime's own and the surroundings are left out. */
    static List<Class<?>> initialized() {
        List<Class<?>> found = new ArrayList<>();
        List<?> loaded = new ArrayList<>((java.util.Collection<?>) Access.getField(
                Access.APPLICATION, ClassLoader.class, "classes"));
        for (Object each : loaded) {
            Class<?> type = (Class<?>) each;
            if (!type.isHidden() && !type.getName().startsWith("jcp.runtime.") && !Surroundings.has(type)
                    && Access.isInitialized(type)) {
                found.add(type);
            }
        }
        return found;
    }

    /** The fields to capture: those of the plan, and all of enums, whose constants are found through them. */
    static List<Field> of(Plan plan, List<Class<?>> initialized) {
        Map<String, List<String>> planned = new HashMap<>();
        for (Plan.Static field : plan.statics) {
            String type = field.type.replace('/', '.');
            if (!planned.containsKey(type)) {
                planned.put(type, new ArrayList<>());
            }
            planned.get(type).add(field.name + ":" + field.descriptor);
        }
        List<Field> fields = new ArrayList<>();
        for (Class<?> type : initialized) {
            List<String> wanted = planned.get(type.getName());
            boolean all = type.isEnum() || plan.below; // code above the root may read any of them
            if (wanted == null && !all || Access.isProxy(type)) { // a proxy's class is made again, with its fields
                continue;
            }
            for (java.lang.reflect.Field field : Access.fields(type)) {
                if (Modifier.isStatic(field.getModifiers()) && !Surroundings.added(field, plan)
                        && (all || wanted.contains(field.getName() + ":" + field.getType().descriptorString()))) {
                    fields.add(new Field(type, field));
                }
            }
        }
        return fields;
    }
}
