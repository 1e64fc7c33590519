package jcp.runtime.jvm;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The fields and methods that a class declares, as HotSpot keeps them ({@code InstanceKlass}, {@code ConstMethod}). Reflection
 * would load the classes that any of their types name, and the texts that the program's first use of those meets for the first time
 * would be known by then ({@link RandomSequence}).
 *
 * <p>Fields are kept in an array of shorts on JDK 17 (fieldInfo.hpp), and later in a stream of numbers of one to five bytes
 * (fieldInfoStream.hpp, unsigned5.hpp).
 *
 * <p>Invariant: nothing is told unless what is found of {@code String} is right. Left out: the classes of parameters and results; a
 * method that is called here takes and gives any object for them.
 */
public final class JvmMembers {
    /** Shorts of a field: flags, name, descriptor, initial value, and the place in two, above {@link #TAG} bits. */
    private static final int SHORTS = 6;
    private static final int TAG = 2;
    /** Bits of a field's further flags, each with a number behind them: an initial value, a generic type, a group. */
    private static final int[] FURTHER = {1, 1 << 2, 1 << 4};

    private final HotSpot jvm;
    // offsets in bytes, each in the structure before the "To"
    private long classToShorts = -1;
    private long classToCount = -1;
    private long classToStream = -1;
    private long arrayToShorts = -1;
    private long classToMethods = -1;
    private long arrayToMethods = -1;
    private long methodToConstant = -1;
    private long methodToFlags = -1;
    private long constantToPool = -1;
    private long constantToName = -1;
    private long constantToDescriptor = -1;
    private long constantToNumber = -1;
    /** Whether the structures are as expected; null: not tried yet. */
    private Boolean known;

    JvmMembers(HotSpot jvm) {
        this.jvm = jvm;
    }

    /** A row of the JVM's tables; {@code offset}: where it says the offset. */
    void take(long type, long field, long offset) {
        if (HotSpot.is(type, "InstanceKlass")) {
            classToShorts = HotSpot.is(field, "_fields") ? Access.U.getLong(offset) : classToShorts;
            classToCount = HotSpot.is(field, "_java_fields_count") ? Access.U.getLong(offset) : classToCount;
            classToStream = HotSpot.is(field, "_fieldinfo_stream") ? Access.U.getLong(offset) : classToStream;
            classToMethods = HotSpot.is(field, "_methods") ? Access.U.getLong(offset) : classToMethods;
        } else if (HotSpot.is(type, "Array<u2>") && HotSpot.is(field, "_data")) {
            arrayToShorts = Access.U.getLong(offset);
        } else if (HotSpot.is(type, "Array<Method*>") && HotSpot.is(field, "_data")) {
            arrayToMethods = Access.U.getLong(offset);
        } else if (HotSpot.is(type, "Method")) {
            methodToConstant = HotSpot.is(field, "_constMethod") ? Access.U.getLong(offset) : methodToConstant;
            methodToFlags = HotSpot.is(field, "_access_flags") ? Access.U.getLong(offset) : methodToFlags;
        } else if (HotSpot.is(type, "ConstMethod")) {
            constantToPool = HotSpot.is(field, "_constants") ? Access.U.getLong(offset) : constantToPool;
            constantToName = HotSpot.is(field, "_name_index") ? Access.U.getLong(offset) : constantToName;
            constantToDescriptor = HotSpot.is(field, "_signature_index") ? Access.U.getLong(offset) : constantToDescriptor;
            constantToNumber = HotSpot.is(field, "_method_idnum") ? Access.U.getLong(offset) : constantToNumber;
        }
    }

    /** Null where the JVM is another one. */
    static JvmMembers find() {
        HotSpot jvm = HotSpot.find();
        return jvm == null || !jvm.members.known() ? null : jvm.members;
    }

    private synchronized boolean known() {
        if (known == null) {
            known = false; // what it asks finds none
            known = isComplete() && tellsOfString();
        }
        return known;
    }

    private boolean isComplete() {
        boolean fields = arrayToShorts >= 0 && classToShorts >= 0 && classToCount >= 0 || classToStream >= 0;
        return fields && classToMethods >= 0 && arrayToMethods >= 0 && methodToConstant >= 0 && methodToFlags >= 0
            && constantToPool >= 0 && constantToName >= 0 && constantToDescriptor >= 0 && constantToNumber >= 0;
    }

    private boolean tellsOfString() {
        int right = 0;
        for (ClassFields field : fields(String.class)) {
            boolean value = field.name.equals("value") && field.descriptor.equals("[B") && !field.isStatic();
            boolean hash = field.name.equals("hash") && field.descriptor.equals("I") && !field.isStatic();
            if (value || hash) {
                right += field.offset == Access.U.objectFieldOffset(String.class, field.name) ? 1 : 0;
            } else if (field.name.equals("serialVersionUID") && field.isStatic()) {
                right += Access.U.getLong(String.class, field.offset) == -6849794470754667710L ? 1 : 0;
            }
        }
        Method method = method(String.class, "charAt", int.class);
        try {
            return right == 3 && method != null && method.invoke("text", 1).equals('e');
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            return false;
        }
    }

    /** The fields that the class declares, in the order of its file. */
    List<ClassFields> fields(Class<?> type) {
        return fields(type, null);
    }

    /** Null if it declares none of that name; where it declares several (JVMS 4.5), the first. */
    ClassFields field(Class<?> type, String name) {
        List<ClassFields> found = fields(type, name);
        return found.isEmpty() ? null : found.get(0);
    }

    /** {@code only}: those of that name; null: all. */
    private List<ClassFields> fields(Class<?> type, String only) {
        if (type.isPrimitive() || type.isArray()) {
            return Collections.emptyList();
        }
        long at = jvm.structure(type);
        List<ClassFields> fields = new ArrayList<>();
        if (classToStream >= 0) {
            stream(type, at, only, fields);
        } else {
            shorts(type, at, only, fields);
        }
        return fields;
    }

    private void add(Class<?> type, long at, int name, int descriptor, int flags, long offset, String only, List<ClassFields> fields) {
        long constants = jvm.constants(at);
        if (only == null || jvm.isConstant(constants, name, only)) {
            fields.add(new ClassFields(type, jvm.constant(constants, name), jvm.constant(constants, descriptor), flags, offset));
        }
    }

    private void shorts(Class<?> type, long at, String only, List<ClassFields> fields) {
        long array = Access.U.getLong(at + classToShorts) + arrayToShorts;
        int count = Access.U.getShort(at + classToCount) & 0xffff;
        for (int i = 0; i < count; i++, array += 2 * SHORTS) {
            long offset = ((long) word(array + 10) << 16 | word(array + 8)) >>> TAG;
            add(type, at, word(array + 2), word(array + 4), word(array), offset, only, fields);
        }
    }

    private static int word(long at) {
        return Access.U.getShort(at) & 0xffff;
    }

    private void stream(Class<?> type, long at, String only, List<ClassFields> fields) {
        Numbers numbers = new Numbers(jvm.bytes(Access.U.getLong(at + classToStream)));
        int count = numbers.next();
        numbers.next(); // injected ones follow
        for (int i = 0; i < count; i++) {
            int name = numbers.next();
            int descriptor = numbers.next();
            int offset = numbers.next();
            int flags = numbers.next();
            int further = numbers.next();
            for (int each : FURTHER) {
                if ((further & each) != 0) {
                    numbers.next();
                }
            }
            add(type, at, name, descriptor, flags, offset, only, fields);
        }
    }

    /** Numbers of which the first byte that is below {@link #HIGH} is the last; no byte is 0, so each is one more than its digit. */
    private static final class Numbers {
        private static final int HIGH = 192;
        private static final int BITS = 6;
        private long at;

        Numbers(long at) {
            this.at = at;
        }

        int next() {
            int sum = 0;
            for (int shift = 0; ; shift += BITS) {
                int digit = Access.U.getByte(at++) & 0xff;
                sum += digit - 1 << shift;
                if (digit < HIGH || shift == 4 * BITS) {
                    return sum;
                }
            }
        }
    }

    /** The method of these parameters that the class declares, to be called; null if there is none. */
    Method method(Class<?> type, String name, Class<?>... parameters) {
        StringBuilder start = new StringBuilder("(");
        for (Class<?> parameter : parameters) {
            start.append(parameter.descriptorString());
        }
        start.append(')');
        for (long method : methods(type)) {
            if (isNamed(method, name) && descriptor(method).startsWith(start.toString())) {
                return callable(type, method, name);
            }
        }
        return null;
    }

    /** The one with so many parameters. */
    Method method(Class<?> type, String name, int parameters) {
        for (long method : methods(type)) {
            if (isNamed(method, name) && parameters(descriptor(method)).size() == parameters) {
                return callable(type, method, name);
            }
        }
        return null;
    }

    /** The access flags of the method that the class declares; -1 if it declares none such. */
    int flags(Class<?> type, String name, String descriptor) {
        for (long method : methods(type)) {
            if (isNamed(method, name) && descriptor(method).equals(descriptor)) {
                return flags(method);
            }
        }
        return -1;
    }

    /** The names of the methods with their descriptors, in the JVM's own order. */
    List<String> names(Class<?> type) {
        List<String> found = new ArrayList<>();
        for (long method : methods(type)) {
            long constant = Access.U.getLong(method + methodToConstant);
            String name = jvm.constant(Access.U.getLong(constant + constantToPool), word(constant + constantToName));
            found.add(name + descriptor(method));
        }
        return found;
    }

    private long[] methods(Class<?> type) {
        if (type.isPrimitive() || type.isArray()) {
            return new long[0];
        }
        long array = Access.U.getLong(jvm.structure(type) + classToMethods);
        long[] methods = new long[jvm.length(array)];
        for (int i = 0; i < methods.length; i++) {
            methods[i] = Access.U.getLong(array + arrayToMethods + 8L * i);
        }
        return methods;
    }

    /** Where the method is that reflection gives this number; 0 if there is none. */
    long structure(Class<?> type, int number) {
        long[] methods = methods(type);
        return number < 0 || number >= methods.length ? 0 : methods[number];
    }

    private boolean isNamed(long method, String name) {
        long constant = Access.U.getLong(method + methodToConstant);
        return jvm.isConstant(Access.U.getLong(constant + constantToPool), word(constant + constantToName), name);
    }

    private String descriptor(long method) {
        long constant = Access.U.getLong(method + methodToConstant);
        return jvm.constant(Access.U.getLong(constant + constantToPool), word(constant + constantToDescriptor));
    }

    private int flags(long method) {
        return word(method + methodToFlags) & (Modifier.methodModifiers() | Modifier.NATIVE | SYNTHETIC | VARARGS | BRIDGE);
    }

    private static final int BRIDGE = 0x40;
    private static final int VARARGS = 0x80;
    private static final int SYNTHETIC = 0x1000;

    /** As the JVM makes it for reflection, but for classes of references: Object is in their place. */
    private Method callable(Class<?> type, long method, String name) {
        try {
            Method made = (Method) Access.U.allocateInstance(Method.class);
            String descriptor = descriptor(method);
            Fields.put(made, "clazz", type);
            Fields.put(made, "name", name);
            Fields.put(made, "parameterTypes", parameters(descriptor).toArray(new Class<?>[0]));
            Fields.put(made, "returnType", type(descriptor.charAt(descriptor.indexOf(')') + 1)));
            Fields.put(made, "exceptionTypes", new Class<?>[0]);
            Fields.putNumber(made, "slot", word(Access.U.getLong(method + methodToConstant) + constantToNumber));
            Fields.putNumber(made, "modifiers", flags(method));
            return Access.opened(made);
        } catch (ReflectiveOperationException e) {
            throw Missing.error(e.toString(), e);
        }
    }

    private static List<Class<?>> parameters(String descriptor) {
        List<Class<?>> types = new ArrayList<>();
        for (int at = 1; descriptor.charAt(at) != ')'; at++) {
            types.add(type(descriptor.charAt(at)));
            while (descriptor.charAt(at) == '[') {
                at++;
            }
            at = descriptor.charAt(at) == 'L' ? descriptor.indexOf(';', at) : at;
        }
        return types;
    }

    /** Of references: Object. */
    static Class<?> type(char kind) {
        switch (kind) {
            case 'Z': return boolean.class;
            case 'B': return byte.class;
            case 'C': return char.class;
            case 'S': return short.class;
            case 'I': return int.class;
            case 'J': return long.class;
            case 'F': return float.class;
            case 'D': return double.class;
            case 'V': return void.class;
            default: return Object.class;
        }
    }
}
