package jcp.runtime.jvm;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/**
 * The constant pool of a loaded class, as the JVM holds it (JVMS 4.4): classes named there, without loading any, and for
 * classes of lambdas what their code names.
 */
public final class ConstantPools {
    private ConstantPools() {}

    private static final byte UTF8 = 1;
    private static final byte CLASS = 7;
    private static final byte STRING = 8;
    private static final byte METHOD = 10;
    private static final byte INTERFACE_METHOD = 11;

    private static final Method POOL = method(Class.class, "getConstantPool");
    private static final Class<?> TYPE = Access.jdk("jdk.internal.reflect.ConstantPool");
    private static final Method SIZE = method(TYPE, "getSize0", Object.class);
    private static final Method TAG = method(TYPE, "getTagAt0", Object.class, int.class);
    private static final Method CLASS_IF_LOADED = method(TYPE, "getClassAtIfLoaded0", Object.class, int.class);
    private static final Method MEMBER = method(TYPE, "getMemberRefInfoAt0", Object.class, int.class);

    private static final Method LITERAL = method(TYPE, "getStringAt0", Object.class, int.class);
    private static final Method TEXT = method(TYPE, "getUTF8At0", Object.class, int.class);

    private static Method method(Class<?> in, String name, Class<?>... parameters) {
        try {
            return Access.method(in, name, parameters);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this JDK has no " + in.getName() + "." + name, e);
        }
    }

    private static Object pool(Class<?> c) throws ReflectiveOperationException {
        return POOL.invoke(c);
    }

    private static int size(Object pool) throws ReflectiveOperationException {
        return pool == null ? 0 : (Integer) SIZE.invoke(pool, pool);
    }

    private static byte tag(Object pool, int i) throws ReflectiveOperationException {
        return (Byte) TAG.invoke(pool, pool, i);
    }

    private static IllegalStateException failed(Class<?> c, ReflectiveOperationException e) {
        return new IllegalStateException("constant pool of " + c.getName() + ": " + e.getCause(), e);
    }

    /** The classes named in the pool of {@code c} that the JVM has loaded. */
    public static List<Class<?>> loadedClasses(Class<?> c) {
        List<Class<?>> found = new ArrayList<>();
        try {
            Object pool = pool(c);
            for (int i = 1, n = size(pool); i < n; i++) {
                Object named = tag(pool, i) == CLASS ? CLASS_IF_LOADED.invoke(pool, pool, i) : null;
                if (named != null) {
                    found.add((Class<?>) named);
                }
            }
        } catch (ReflectiveOperationException e) {
            throw failed(c, e);
        }
        return found;
    }

    /** {class, name, descriptor} of each method named in the pool of {@code c}, in its order. */
    public static List<String[]> methods(Class<?> c) {
        List<String[]> found = new ArrayList<>();
        try {
            Object pool = pool(c);
            for (int i = 1, n = size(pool); i < n; i++) {
                byte tag = tag(pool, i);
                if (tag == METHOD || tag == INTERFACE_METHOD) {
                    String[] member = (String[]) MEMBER.invoke(pool, pool, i);
                    found.add(new String[] {member[0].replace('/', '.'), member[1], member[2]});
                }
            }
        } catch (ReflectiveOperationException e) {
            throw failed(c, e);
        }
        return found;
    }

    /** The string literals in the pool of {@code c}. */
    public static List<String> literals(Class<?> c) {
        List<String> found = new ArrayList<>();
        try {
            Object pool = pool(c);
            for (int i = 1, n = size(pool); i < n; i++) {
                if (tag(pool, i) == STRING) {
                    found.add((String) LITERAL.invoke(pool, pool, i));
                }
            }
        } catch (ReflectiveOperationException e) {
            throw failed(c, e);
        }
        return found;
    }

    /** All texts in the pool of {@code c}: names, descriptors, strings. */
    public static List<String> texts(Class<?> c) {
        List<String> found = new ArrayList<>();
        try {
            Object pool = pool(c);
            for (int i = 1, n = size(pool); i < n; i++) {
                if (tag(pool, i) == UTF8) {
                    found.add((String) TEXT.invoke(pool, pool, i));
                }
            }
        } catch (ReflectiveOperationException e) {
            throw failed(c, e);
        }
        return found;
    }
}
