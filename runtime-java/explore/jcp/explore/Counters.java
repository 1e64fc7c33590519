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
        // JDK 17 has a static int in Thread, later ones a class of their own
        if (!set("java.lang.Thread", "threadInitNumber")) {
            set("java.lang.Thread$ThreadNumbering", "next");
        }
        try {
            Field field = Class.forName("java.util.concurrent.Executors$DefaultThreadFactory").getDeclaredField("poolNumber");
            Object number = UNSAFE.getReference(UNSAFE.staticFieldBase(field), UNSAFE.staticFieldOffset(field));
            ((AtomicInteger) number).set(1);
        } catch (ReflectiveOperationException error) {
            throw new IllegalStateException(error);
        }
    }

    private static boolean set(String type, String name) {
        try {
            Field field = Class.forName(type).getDeclaredField(name);
            UNSAFE.putInt(UNSAFE.staticFieldBase(field), UNSAFE.staticFieldOffset(field), 0);
            return true;
        } catch (ReflectiveOperationException absent) {
            return false;
        }
    }
}
