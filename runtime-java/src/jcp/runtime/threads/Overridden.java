package jcp.runtime.threads;

import java.util.concurrent.ThreadPoolExecutor;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.ClassFields;

/**
 * Methods of the JDK's threads and pools that a program's class overrides, and that the replay would call once more when it starts a thread again. Read
 * from the JVM's own members of a class.
 *
 * <p>Left out: where only reflection tells of methods, a class is taken to leave {@code start} as it is, but to override {@code beforeExecute}.
 */
final class Overridden {
    private Overridden() {}

    /** Whether the thread's class overrides {@code start}. */
    static boolean startsItself(Thread t) {
        return declares(t.getClass(), "start", "()V", false);
    }

    /** Whether the pool has a method of the program's that its workers call before a task. */
    static boolean callsBefore(ThreadPoolExecutor pool) {
        return pool != null && declares(pool.getClass(), "beforeExecute", "(Ljava/lang/Thread;Ljava/lang/Runnable;)V", true);
    }

    /** Whether the class or one above it, which is not the JDK's, declares the method; {@code unknown}: the answer where only reflection tells. */
    private static boolean declares(Class<?> type, String name, String descriptor, boolean unknown) {
        for (Class<?> c = type; !Access.isJdk(c); c = c.getSuperclass()) {
            Integer flags = ClassFields.method(c, name, descriptor);
            if (flags == null ? unknown : flags >= 0) {
                return true;
            }
        }
        return false;
    }
}
