package jcp.explore;

import java.lang.reflect.Field;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.internal.misc.Unsafe;

/**
 * Numbers that the JDK counts over the whole life of a JVM, set back for each execution: those in the names of threads.
 */
final class Counters {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    private Counters() {}

    static void reset() {
        set(new int[] {0, 1});
    }

    /** What they are. */
    static int[] noted() {
        Field field = threads();
        return new int[] {UNSAFE.getInt(UNSAFE.staticFieldBase(field), UNSAFE.staticFieldOffset(field)), pools().get()};
    }

    /** Sets them to what they were. */
    static void set(int[] noted) {
        Field field = threads();
        UNSAFE.putInt(UNSAFE.staticFieldBase(field), UNSAFE.staticFieldOffset(field), noted[0]);
        pools().set(noted[1]);
    }

    private static AtomicInteger pools() {
        Field field = field("java.util.concurrent.Executors$DefaultThreadFactory", "poolNumber");
        return (AtomicInteger) UNSAFE.getReference(UNSAFE.staticFieldBase(field), UNSAFE.staticFieldOffset(field));
    }

    /** JDK 17 has a static int in Thread, later ones a class of their own. */
    private static Field threads() {
        Field field = field("java.lang.Thread", "threadInitNumber");
        return field != null ? field : field("java.lang.Thread$ThreadNumbering", "next");
    }

    private static Field field(String type, String name) {
        try {
            return Class.forName(type).getDeclaredField(name);
        } catch (ReflectiveOperationException absent) {
            return null;
        }
    }
}
