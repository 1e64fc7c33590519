package jcp.runtime.jvm;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The fields that a class declares, in the order of its file, and the flags of its methods, as the JVM keeps them ({@link JvmMembers}).
 * Where they are not known, reflection tells, which loads the classes that their types name: the program may load these later or
 * never, so that later objects may get other identity hashes than the original's.
 */
public final class ClassFields {
    private static final int SYNTHETIC = 0x1000;

    public final Class<?> owner;
    public final String name;
    public final String descriptor;
    /** Access flags (JVMS table 4.5-A). */
    public final int flags;
    public final long offset;

    ClassFields(Class<?> owner, String name, String descriptor, int flags, long offset) {
        this.owner = owner;
        this.name = name;
        this.descriptor = descriptor;
        this.flags = flags;
        this.offset = offset;
    }

    /** All of them. A LinkageError where reflection must be asked and the class of one is missing. */
    public static List<ClassFields> of(Class<?> type) {
        JvmMembers members = JvmMembers.find();
        return members == null ? told(type) : members.fields(type);
    }

    /** Fields of the JDK's own classes that were asked for, by the names of both; null: the class declares none of that name. */
    private static final Map<String, Map<String, ClassFields>> ASKED = new HashMap<>();

    /** The one of that name; null if the class declares none. */
    public static ClassFields of(Class<?> type, String name) {
        if (type.getClassLoader() != null) {
            return found(type, name); // it may be unloaded, and others may have its name
        }
        synchronized (ASKED) {
            Map<String, ClassFields> ofType = ASKED.get(type.getName());
            if (ofType == null) {
                ofType = new HashMap<>();
                ASKED.put(type.getName(), ofType);
            }
            if (!ofType.containsKey(name)) {
                ofType.put(name, found(type, name));
            }
            return ofType.get(name);
        }
    }

    private static ClassFields found(Class<?> type, String name) {
        JvmMembers members = JvmMembers.find();
        if (members != null) {
            return members.field(type, name);
        }
        for (ClassFields field : told(type)) {
            if (field.name.equals(name)) {
                return field;
            }
        }
        return null;
    }

    public boolean isStatic() {
        return Modifier.isStatic(flags);
    }

    public boolean isSynthetic() {
        return (flags & SYNTHETIC) != 0;
    }

    /** For {@code Unsafe}: the object, or for a static the class, whose static fields lie in its Class object. */
    public Object base(Object object) {
        return isStatic() ? owner : object;
    }

    /** Whether it holds an object. */
    public boolean isReference() {
        return descriptor.length() > 1;
    }

    /** The class of what it holds, which is loaded. */
    public Class<?> type() {
        if (!isReference()) {
            return JvmMembers.type(descriptor.charAt(0));
        }
        String name = descriptor.startsWith("L") ? descriptor.substring(1, descriptor.length() - 1) : descriptor;
        try {
            return Class.forName(name.replace('/', '.'), false, owner.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new NoClassDefFoundError(name);
        }
    }

    private static List<ClassFields> told(Class<?> type) {
        List<ClassFields> fields = new ArrayList<>();
        for (Field field : reflected(type)) {
            long offset = Modifier.isStatic(field.getModifiers()) ? Access.U.staticFieldOffset(field) : Access.U.objectFieldOffset(field);
            fields.add(new ClassFields(type, field.getName(), field.getType().descriptorString(), field.getModifiers(), offset));
        }
        return fields;
    }

    /** As reflection has them, those included that it hides. */
    public static Field[] reflected(Class<?> type) {
        try {
            return (Field[]) Access.method(Class.class, "getDeclaredFields0", boolean.class).invoke(type, false);
        } catch (ReflectiveOperationException e) {
            if (e.getCause() instanceof LinkageError) {
                throw (LinkageError) e.getCause();
            }
            throw Missing.error("cannot list the fields of " + type.getName() + ": " + e.getCause(), e);
        }
    }

    /** Access flags of the method that the class declares, -1 if it declares none such; null where only reflection tells. */
    public static Integer method(Class<?> type, String name, String descriptor) {
        JvmMembers members = JvmMembers.find();
        return members == null ? null : (Integer) members.flags(type, name, descriptor);
    }
}
