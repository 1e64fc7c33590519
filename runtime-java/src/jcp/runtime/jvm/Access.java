package jcp.runtime.jvm;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import jdk.internal.misc.Unsafe;

/** Reads and writes whatever the JVM holds. {@link Opening#open} must have succeeded before this class is used. */
public final class Access {
    public static final Unsafe U = Unsafe.getUnsafe();
    public static final ClassLoader APPLICATION = Access.class.getClassLoader();

    private Access() {}

    /**
     * Lets a method be called that belongs to a package that is not open, and by native code: the JDK would make classes or
     * method handles for it, which takes hashes that the program is to take when its own reflection makes them.
     */
    public static Method opened(Method method) {
        U.putBoolean(method, U.objectFieldOffset(java.lang.reflect.AccessibleObject.class, "override"), true);
        try {
            if (accessor == null) {
                accessor = accessor(); // once: where the JVM has no class of that name it forgets the name again
            }
            Class<?> type = accessor;
            Object accessor = U.allocateInstance(type);
            U.putReference(accessor, U.objectFieldOffset(type, "method"), method);
            if (type.getName().endsWith("Impl")) {
                U.putInt(accessor, U.objectFieldOffset(type, "numInvocations"), Integer.MIN_VALUE);
            }
            U.putReferenceVolatile(method, U.objectFieldOffset(Method.class, "methodAccessor"), accessor);
        } catch (ReflectiveOperationException | InternalError e) {
            return method; // another JDK: as it calls methods itself
        }
        return method;
    }

    private static Class<?> accessor;

    private static Class<?> accessor() throws ClassNotFoundException {
        try {
            return Class.forName("jdk.internal.reflect.DirectMethodHandleAccessor$NativeAccessor", false, null);
        } catch (ClassNotFoundException e) {
            return Class.forName("jdk.internal.reflect.NativeMethodAccessorImpl", false, null); // JDK 17
        }
    }

    /** A field of the application's class: its name, a semicolon, and its descriptor, since others may have the name (JVMS 4.5). */
    public static ClassFields field(String type, String member) throws ClassNotFoundException {
        int end = member.indexOf(';');
        for (ClassFields field : ClassFields.of(application(type))) {
            if (field.name.equals(member.substring(0, end)) && field.descriptor.equals(member.substring(end + 1))) {
                return field;
            }
        }
        throw Missing.error("there is no field " + type + "." + member, null);
    }

    public static ClassFields field(Class<?> in, String name) {
        ClassFields field = ClassFields.of(in, name);
        if (field == null) {
            throw Missing.error("this JDK has no field " + in.getName() + "." + name, null);
        }
        return field;
    }

    public static boolean hasField(Class<?> in, String name) {
        return ClassFields.of(in, name) != null;
    }

    /** Where the field lies, for {@link #U}. */
    public static long offset(Class<?> in, String name) {
        return field(in, name).offset;
    }

    /** The value of a field, primitives boxed; {@code owner} is null for statics. */
    public static Object getField(Object owner, Class<?> in, String name) {
        ClassFields field = field(in, name);
        Object base = base(owner, in, field);
        long offset = field.offset;
        switch (field.descriptor.charAt(0)) {
            case 'Z': return U.getBoolean(base, offset);
            case 'B': return U.getByte(base, offset);
            case 'C': return U.getChar(base, offset);
            case 'S': return U.getShort(base, offset);
            case 'I': return U.getInt(base, offset);
            case 'J': return U.getLong(base, offset);
            case 'F': return U.getFloat(base, offset);
            case 'D': return U.getDouble(base, offset);
            default: return U.getReference(base, offset);
        }
    }

    /** Objects of other classes hold something else at the field's offset. */
    private static Object base(Object owner, Class<?> in, ClassFields field) {
        if (!field.isStatic() && !in.isInstance(owner)) {
            throw new ClassCastException("no field " + field.name + " of " + in.getName() + " in " + (owner == null ? "null" : "a " + owner.getClass().getName()));
        }
        return field.base(owner);
    }

    /** Sets a field; {@code owner} is null for statics. */
    public static void setField(Object owner, Class<?> in, String name, Object value) {
        ClassFields field = field(in, name);
        Object base = base(owner, in, field);
        long offset = field.offset;
        switch (field.descriptor.charAt(0)) {
            case 'Z': U.putBoolean(base, offset, (Boolean) value); break;
            case 'B': U.putByte(base, offset, (Byte) value); break;
            case 'C': U.putChar(base, offset, (Character) value); break;
            case 'S': U.putShort(base, offset, (Short) value); break;
            case 'I': U.putInt(base, offset, (Integer) value); break;
            case 'J': U.putLong(base, offset, (Long) value); break;
            case 'F': U.putFloat(base, offset, (Float) value); break;
            case 'D': U.putDouble(base, offset, (Double) value); break;
            default: U.putReference(base, offset, value);
        }
    }

    /** Calls a method of the JDK by its name, of which the class declares one with so many parameters. */
    public static Object call(Object owner, Class<?> in, String name, Object... args) {
        Method method = method(in, name, args.length);
        if (method == null) {
            throw Missing.error("this JDK has no method " + in.getName() + "." + name, null);
        }
        try {
            return method.invoke(owner, args);
        } catch (ReflectiveOperationException e) {
            throw Missing.error(in.getName() + "." + name + " failed: " + e.getCause(), e);
        }
    }

    /** The method that the class declares with so many parameters, to be called; null if there is none. */
    public static Method method(Class<?> in, String name, int parameters) {
        JvmMembers members = JvmMembers.find();
        if (members != null) {
            return members.method(in, name, parameters);
        }
        for (Method method : in.getDeclaredMethods()) {
            if (method.getName().equals(name) && method.getParameterCount() == parameters) {
                return opened(method);
            }
        }
        return null;
    }

    /** The method that the class declares with these parameters, to be called. */
    public static Method method(Class<?> in, String name, Class<?>... parameters) throws NoSuchMethodException {
        JvmMembers members = JvmMembers.find();
        Method found = members == null ? opened(in.getDeclaredMethod(name, parameters)) : members.method(in, name, parameters);
        if (found == null) {
            throw new NoSuchMethodException("this JDK has no method " + in.getName() + "." + name);
        }
        return found;
    }

    /** The JDK's class of that name. */
    public static Class<?> jdk(String name) {
        try {
            return Class.forName(name, false, null);
        } catch (ClassNotFoundException e) {
            throw Missing.error("this JDK has no class " + name, e);
        }
    }

    /** The application's class with an internal name. */
    static Class<?> application(String name) throws ClassNotFoundException {
        return Class.forName(name.replace('/', '.'), false, APPLICATION);
    }

    /** Sets a primitive field from its bits. */
    public static void setNumber(Object owner, ClassFields field, long bits) {
        switch (field.descriptor.charAt(0)) {
            case 'J': case 'D': U.putLong(owner, field.offset, bits); break;
            case 'I': case 'F': U.putInt(owner, field.offset, (int) bits); break;
            case 'S': case 'C': U.putShort(owner, field.offset, (short) bits); break;
            default: U.putByte(owner, field.offset, (byte) bits);
        }
    }

    /**
     * Whether the class or one above it has this name. To name the JDK's class itself would load it, and texts that the
     * program's first use of it meets would be known by then ({@link RandomSequence}).
     */
    public static boolean isA(Class<?> type, String name) {
        Class<?> above = type;
        while (above != null && !above.getName().equals(name)) {
            above = above.getSuperclass();
        }
        return above != null;
    }

    /** Whether the class is the JDK's: of the boot or the platform loader. */
    public static boolean isJdk(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader == ClassLoader.getPlatformClassLoader();
    }

    /** Whether it is a class of proxies; the class Proxy itself is not linked by the question, as the program may be the first. */
    public static boolean isProxy(Class<?> type) {
        Class<?> above = type.getSuperclass();
        return above != null && above.getName().equals("java.lang.reflect.Proxy") && Proxy.isProxyClass(type);
    }

    /** Whether the class is the application's. */
    public static boolean isApplication(Class<?> type) {
        return type.getClassLoader() == APPLICATION;
    }

    public static boolean isInitialized(Class<?> type) {
        return !U.shouldBeInitialized(type);
    }

    /** arrayBaseOffset returns int on JDK 17 and long on JDK 25, so it is not linked but looked up. */
    private static final class Arrays {
        static final Method BASE = method(Unsafe.class, "arrayBaseOffset", 1);
        static final Method SCALE = method(Unsafe.class, "arrayIndexScale", 1);
    }

    public static long arrayBase(Class<?> array) {
        return number(Arrays.BASE, array);
    }

    public static int arrayScale(Class<?> array) {
        return (int) number(Arrays.SCALE, array);
    }

    private static long number(Method method, Class<?> array) {
        try {
            return ((Number) method.invoke(U, array)).longValue();
        } catch (ReflectiveOperationException e) {
            throw Missing.error(method + " failed", e);
        }
    }

    /** How many bytes a field with this descriptor takes, if it is of a primitive type. */
    public static byte size(String descriptor) {
        switch (descriptor.charAt(0)) {
            case 'J': case 'D': return 8;
            case 'I': case 'F': return 4;
            case 'S': case 'C': return 2;
            default: return 1;
        }
    }
}
