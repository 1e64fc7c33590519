package jcp.runtime;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import jdk.internal.misc.Unsafe;

/** Reads and writes whatever the JVM holds. {@link Opening#open} must have succeeded before this class is used. */
final class Access {
    static final Unsafe U = Unsafe.getUnsafe();
    static final ClassLoader APPLICATION = Access.class.getClassLoader();

    private static final Method DECLARED_FIELDS = declaredFields();

    private Access() {}

    private static Method declaredFields() {
        try {
            Method method = Class.class.getDeclaredMethod("getDeclaredFields0", boolean.class);
            return opened(method);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this JDK has no Class.getDeclaredFields0", e);
        }
    }

    /**
     * Lets a method be called that belongs to a package that is not open, and by native code: the JDK would make classes or
     * method handles for it, which takes hashes that the program is to take when its own reflection makes them.
     */
    static Method opened(Method method) {
        U.putBoolean(method, U.objectFieldOffset(java.lang.reflect.AccessibleObject.class, "override"), true);
        try {
            Class<?> type = accessor();
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

    private static Class<?> accessor() throws ClassNotFoundException {
        try {
            return Class.forName("jdk.internal.reflect.DirectMethodHandleAccessor$NativeAccessor", false, null);
        } catch (ClassNotFoundException e) {
            return Class.forName("jdk.internal.reflect.NativeMethodAccessorImpl", false, null); // JDK 17
        }
    }

    /** All fields that the class declares, those included that reflection hides. A LinkageError if the class of one is missing. */
    static Field[] fields(Class<?> type) {
        try {
            return (Field[]) DECLARED_FIELDS.invoke(type, false);
        } catch (ReflectiveOperationException e) {
            if (e.getCause() instanceof LinkageError) {
                throw (LinkageError) e.getCause();
            }
            throw new IllegalStateException("cannot list the fields of " + type.getName() + ": " + e.getCause(), e);
        }
    }

    /** A field of the application's class: its name, a semicolon, and its descriptor, since others may have the name (JVMS 4.5). */
    static Field field(String type, String member) throws ClassNotFoundException {
        int end = member.indexOf(';');
        for (Field field : fields(application(type))) {
            if (field.getName().equals(member.substring(0, end)) && field.getType().descriptorString().equals(member.substring(end + 1))) {
                return field;
            }
        }
        throw new IllegalStateException("there is no field " + type + "." + member);
    }

    static Field field(Class<?> in, String name) {
        for (Field field : fields(in)) {
            if (field.getName().equals(name)) {
                return field;
            }
        }
        throw new IllegalStateException("this JDK has no field " + in.getName() + "." + name);
    }

    static boolean hasField(Class<?> in, String name) {
        for (Field field : fields(in)) {
            if (field.getName().equals(name)) {
                return true;
            }
        }
        return false;
    }

    static Object base(Field field, Object owner) {
        return Modifier.isStatic(field.getModifiers()) ? U.staticFieldBase(field) : owner;
    }

    static long offset(Field field) {
        return Modifier.isStatic(field.getModifiers()) ? U.staticFieldOffset(field) : U.objectFieldOffset(field);
    }

    /** The value of a field, primitives boxed; {@code owner} is null for statics. */
    static Object getField(Object owner, Class<?> in, String name) {
        Field field = field(in, name);
        Object base = base(field, owner);
        long offset = offset(field);
        Class<?> type = field.getType();
        if (!type.isPrimitive()) {
            return U.getReference(base, offset);
        }
        switch (type.descriptorString().charAt(0)) {
            case 'Z': return U.getBoolean(base, offset);
            case 'B': return U.getByte(base, offset);
            case 'C': return U.getChar(base, offset);
            case 'S': return U.getShort(base, offset);
            case 'I': return U.getInt(base, offset);
            case 'J': return U.getLong(base, offset);
            case 'F': return U.getFloat(base, offset);
            default: return U.getDouble(base, offset);
        }
    }

    /** Sets a field; {@code owner} is null for statics. */
    static void setField(Object owner, Class<?> in, String name, Object value) {
        Field field = field(in, name);
        Object base = base(field, owner);
        long offset = offset(field);
        Class<?> type = field.getType();
        if (!type.isPrimitive()) {
            U.putReference(base, offset, value);
            return;
        }
        switch (type.descriptorString().charAt(0)) {
            case 'Z': U.putBoolean(base, offset, (Boolean) value); break;
            case 'B': U.putByte(base, offset, (Byte) value); break;
            case 'C': U.putChar(base, offset, (Character) value); break;
            case 'S': U.putShort(base, offset, (Short) value); break;
            case 'I': U.putInt(base, offset, (Integer) value); break;
            case 'J': U.putLong(base, offset, (Long) value); break;
            case 'F': U.putFloat(base, offset, (Float) value); break;
            default: U.putDouble(base, offset, (Double) value);
        }
    }

    /** Calls a method of the JDK by its name, of which the class declares one with so many parameters. */
    static Object call(Object owner, Class<?> in, String name, Object... args) {
        for (Method method : in.getDeclaredMethods()) {
            if (method.getName().equals(name) && method.getParameterCount() == args.length) {
                try {
                    return opened(method).invoke(owner, args);
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException(in.getName() + "." + name + " failed: " + e.getCause(), e);
                }
            }
        }
        throw new IllegalStateException("this JDK has no method " + in.getName() + "." + name);
    }

    /** The JDK's class of that name. */
    static Class<?> jdk(String name) {
        try {
            return Class.forName(name, false, null);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("this JDK has no class " + name, e);
        }
    }

    /** The application's class with an internal name. */
    static Class<?> application(String name) throws ClassNotFoundException {
        return Class.forName(name.replace('/', '.'), false, APPLICATION);
    }

    /** Sets a primitive field from its bits. */
    static void setNumber(Object owner, Field field, long bits) {
        long offset = offset(field);
        switch (Layout.size(field.getType())) {
            case 8: U.putLong(owner, offset, bits); break;
            case 4: U.putInt(owner, offset, (int) bits); break;
            case 2: U.putShort(owner, offset, (short) bits); break;
            default: U.putByte(owner, offset, (byte) bits);
        }
    }

    /** Whether the class is the JDK's: of the boot or the platform loader. */
    static boolean isJdk(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader == ClassLoader.getPlatformClassLoader();
    }

    /** Whether it is a class of proxies; the class Proxy itself is not linked by the question, as the program may be the first. */
    static boolean isProxy(Class<?> type) {
        Class<?> above = type.getSuperclass();
        return above != null && above.getName().equals("java.lang.reflect.Proxy") && Proxy.isProxyClass(type);
    }

    /** Whether the class is the application's. */
    static boolean isApplication(Class<?> type) {
        return type.getClassLoader() == APPLICATION;
    }

    static boolean isInitialized(Class<?> type) {
        return !U.shouldBeInitialized(type);
    }

    private static final Method ARRAY_BASE = arrayMethod("arrayBaseOffset");
    private static final Method ARRAY_SCALE = arrayMethod("arrayIndexScale");

    // arrayBaseOffset returns int on JDK 17 and long on JDK 25, so it is not linked but looked up
    private static Method arrayMethod(String name) {
        try {
            return opened(Unsafe.class.getMethod(name, Class.class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this JDK has no Unsafe." + name, e);
        }
    }

    static long arrayBase(Class<?> array) {
        return number(ARRAY_BASE, array);
    }

    static int arrayScale(Class<?> array) {
        return (int) number(ARRAY_SCALE, array);
    }

    private static long number(Method method, Class<?> array) {
        try {
            return ((Number) method.invoke(U, array)).longValue();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(method + " failed", e);
        }
    }
}
