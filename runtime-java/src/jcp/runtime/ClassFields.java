package jcp.runtime;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The fields that a class declares, in the order of its file. Reflection loads the classes of all fields' types to tell them, which
 * the program may load later or never: then later objects would get other identity hashes than the original's. So those of the
 * application's classes are read from the class file, where the class loader itself has found it, and the JVM is asked for their
 * places by name. Methods likewise.
 *
 * <p>Left out, and told by reflection: classes with two fields of one name (JVMS 4.5 lets them differ by type), classes that no file
 * of the class path defines, such as those of modules, and the JDK's.
 */
final class ClassFields {
    private static final Map<String, List<ClassFields>> KNOWN = new HashMap<>();
    private static final Object CLASS_PATH = classPath();
    private static final int SYNTHETIC = 0x1000;

    final Class<?> owner;
    final String name;
    final String descriptor;
    /** Access flags (JVMS table 4.5-A). */
    final int flags;
    final long offset;

    private ClassFields(Class<?> owner, String name, String descriptor, int flags, long offset) {
        this.owner = owner;
        this.name = name;
        this.descriptor = descriptor;
        this.flags = flags;
        this.offset = offset;
    }

    /** All of them. A LinkageError where reflection must be asked and the class of one is missing. */
    static List<ClassFields> of(Class<?> type) {
        if (!Access.isApplication(type) || type.isHidden()) {
            return reflected(type);
        }
        List<ClassFields> fields = KNOWN.get(type.getName());
        if (fields == null) {
            fields = read(type);
            fields = fields == null ? reflected(type) : fields;
            KNOWN.put(type.getName(), fields);
        }
        return fields;
    }

    boolean isStatic() {
        return Modifier.isStatic(flags);
    }

    boolean isSynthetic() {
        return (flags & SYNTHETIC) != 0;
    }

    /** For {@code Unsafe}: the object, or for a static the class, whose static fields lie in its Class object. */
    Object base(Object object) {
        return isStatic() ? owner : object;
    }

    private static List<ClassFields> reflected(Class<?> type) {
        List<ClassFields> fields = new ArrayList<>();
        for (Field field : Access.fields(type)) {
            fields.add(new ClassFields(type, field.getName(), field.getType().descriptorString(), field.getModifiers(), Access.offset(field)));
        }
        return fields;
    }

    /** Access flags of the method that the class declares, -1 if it declares none such; null where only reflection tells. */
    static Integer method(Class<?> type, String name, String descriptor) {
        if (!Access.isApplication(type) || type.isHidden()) {
            return null;
        }
        try {
            byte[] file = file(type);
            if (file == null) {
                return null;
            }
            for (String[] method : ClassFiles.methods(file)) {
                if (method[0].equals(name) && method[1].equals(descriptor)) {
                    return Integer.valueOf(method[2]);
                }
            }
            return -1;
        } catch (IOException | IndexOutOfBoundsException e) {
            return null;
        }
    }

    /** From the class file; null if that does not tell. */
    private static List<ClassFields> read(Class<?> type) {
        try {
            byte[] file = file(type);
            if (file == null) {
                return null;
            }
            List<ClassFields> fields = new ArrayList<>();
            Set<String> names = new HashSet<>();
            for (String[] field : ClassFiles.fields(file)) {
                if (!names.add(field[0])) {
                    return null;
                }
                fields.add(new ClassFields(type, field[0], field[1], Integer.parseInt(field[2]), Access.U.objectFieldOffset(type, field[0])));
            }
            return fields;
        } catch (IOException | InternalError | IndexOutOfBoundsException e) { // no such field: another file than the class was made of
            return null;
        }
    }

    /** The bytes of the class's file on the class path, in the way in which the class loader gets them; null if there is none. */
    private static byte[] file(Class<?> type) throws IOException {
        if (CLASS_PATH == null) {
            return null;
        }
        String name = type.getName().replace('.', '/') + ".class";
        Object found = Access.call(CLASS_PATH, CLASS_PATH.getClass(), "getResource", name);
        return found == null ? null : (byte[]) Access.call(found, Access.jdk("jdk.internal.loader.Resource"), "getBytes");
    }

    private static Object classPath() {
        Class<?> in = Access.jdk("jdk.internal.loader.BuiltinClassLoader");
        return in.isInstance(Access.APPLICATION) ? Access.getField(Access.APPLICATION, in, "ucp") : null;
    }
}
