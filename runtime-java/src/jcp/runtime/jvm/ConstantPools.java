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

    /** The JVM's own tags of classes that are not resolved. */
    private static final byte UNRESOLVED = 100;
    private static final byte UNRESOLVED_IN_ERROR = 103;

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

    /** The tags of the pool's constants, by their indices. Read from the JVM's structures: each question to the pool takes microseconds. */
    private static byte[] tags(Class<?> c, Object pool) throws ReflectiveOperationException {
        HotSpot jvm = pool == null ? null : HotSpot.find();
        byte[] tags = jvm != null ? jvm.tags(c) : new byte[pool == null ? 0 : (Integer) SIZE.invoke(pool, pool)];
        for (int i = 1; i < tags.length; i++) {
            byte tag = jvm != null ? tags[i] : (Byte) TAG.invoke(pool, pool, i);
            tags[i] = tag == UNRESOLVED || tag == UNRESOLVED_IN_ERROR ? CLASS : tag;
        }
        return tags;
    }

    private static IllegalStateException failed(Class<?> c, ReflectiveOperationException e) {
        return new IllegalStateException("constant pool of " + c.getName() + ": " + e.getCause(), e);
    }

    /** The classes named in the pool of {@code c} that the JVM has loaded. */
    public static List<Class<?>> loadedClasses(Class<?> c) {
        List<Class<?>> found = new ArrayList<>();
        try {
            Object pool = pool(c);
            byte[] tags = tags(c, pool);
            for (int i = 1; i < tags.length; i++) {
                Object named = tags[i] == CLASS ? CLASS_IF_LOADED.invoke(pool, pool, i) : null;
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
            byte[] tags = tags(c, pool);
            for (int i = 1; i < tags.length; i++) {
                byte tag = tags[i];
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
            byte[] tags = tags(c, pool);
            for (int i = 1; i < tags.length; i++) {
                if (tags[i] == STRING) {
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
        HotSpot jvm = HotSpot.find();
        if (jvm != null) {
            return jvm.texts(c);
        }
        List<String> found = new ArrayList<>();
        try {
            Object pool = pool(c);
            byte[] tags = tags(c, pool);
            for (int i = 1; i < tags.length; i++) {
                if (tags[i] == UTF8) {
                    found.add((String) TEXT.invoke(pool, pool, i));
                }
            }
        } catch (ReflectiveOperationException e) {
            throw failed(c, e);
        }
        return found;
    }
}
