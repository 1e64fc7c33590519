package jcp.explore;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Kinds of the JDK's objects: those made for threads, which a call cannot leave half changed, and others.
 */
final class Kinds {
    private static final int PLAIN = 0;
    private static final int THREADS = 1;
    private static final int HARMLESS = 2;
    /** Made for threads by their contract or, as files and what buffers them, by what each call does; their methods are not synchronized. */
    private static final Set<String> FOR_THREADS = Set.of("java.util.Random", "java.security.SecureRandom", "java.util.Properties", "java.io.BufferedReader",
            "java.io.BufferedWriter", "java.io.CharArrayWriter", "java.io.FileInputStream", "java.io.FileOutputStream", "java.io.FileReader", "java.io.FileWriter",
            "java.io.InputStreamReader", "java.io.OutputStreamWriter", "java.io.RandomAccessFile", "java.io.StringReader", "java.io.StringWriter");
    /** Beginnings of the names of classes whose objects never change. */
    private static final String[] FIXED = {"java.util.ImmutableCollections", "java.util.Collections$Unmodifiable", "java.util.Collections$Empty",
        "java.util.Collections$Singleton", "java.util.stream.", "java.math.", "java.util.Optional", "java.util.Base64$", "java.util.KeyValueHolder",
        "java.util.AbstractMap$SimpleImmutableEntry", "java.io.File", "java.net.URI", "sun.nio.cs.", "sun.nio.fs.UnixPath"};
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
                || name.startsWith("java.io.Print") || name.startsWith("java.util.logging.") || FOR_THREADS.contains(name) || isSynchronized(type);
        if (isLocked) {
            return THREADS;
        }
        boolean isText = name.equals("java.lang.StringBuilder");
        boolean isFixed = name.startsWith("java.lang.") && !isText || name.startsWith("java.time.") && !name.endsWith("Builder");
        return isFixed || Stream.of(FIXED).anyMatch(name::startsWith) ? HARMLESS : PLAIN;
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
