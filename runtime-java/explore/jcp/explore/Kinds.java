package jcp.explore;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/**
 * Kinds of the JDK's objects: those made for threads, which a call cannot leave half changed, and others.
 */
final class Kinds {
    private static final int PLAIN = 0;
    private static final int THREADS = 1;
    private static final int HARMLESS = 2;
    private static final ClassValue<Integer> KINDS = new ClassValue<>() {
        @Override
        protected Integer computeValue(Class<?> type) {
            return kind(type);
        }
    };

    private Kinds() {}

    /** Whether several threads may call it at the same time, by its contract. */
    static boolean isForThreads(Object object) {
        return KINDS.get(object.getClass()) == THREADS;
    }

    /** Whether its calls change nothing, or only what is one thread's. */
    static boolean isHarmless(Object object) {
        return KINDS.get(object.getClass()) == HARMLESS;
    }

    private static int kind(Class<?> type) {
        if (type.getClassLoader() != null) {
            // the program's own code has hooks of its own: what counts is the class of the JDK that it extends
            return kind(type.getSuperclass());
        }
        if (type == Object.class) {
            return HARMLESS;
        }
        String name = type.getName();
        boolean isLocked = name.startsWith("java.util.concurrent.") || name.startsWith("java.util.Collections$Synchronized")
                || name.startsWith("java.io.Print") || isSynchronized(type);
        if (isLocked) {
            return THREADS;
        }
        boolean isText = name.equals("java.lang.StringBuilder");
        boolean isFixed = name.startsWith("java.lang.") && !isText || name.startsWith("java.util.ImmutableCollections") || name.startsWith("java.util.Collections$Unmodifiable")
                || name.startsWith("java.util.Collections$Empty") || name.startsWith("java.util.Collections$Singleton") || name.startsWith("java.util.stream.");
        return isFixed ? HARMLESS : PLAIN;
    }

    /** Such as Vector, Hashtable, StringBuffer: most of what they do holds their monitor. */
    private static boolean isSynchronized(Class<?> type) {
        int all = 0;
        int locked = 0;
        for (Method method : type.getDeclaredMethods()) {
            if (Modifier.isPublic(method.getModifiers()) && !method.isSynthetic()) {
                all++;
                locked += Modifier.isSynchronized(method.getModifiers()) ? 1 : 0;
            }
        }
        return 2 * locked > all;
    }
}
