package jcp.runtime.threads;

import java.util.concurrent.ThreadPoolExecutor;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.ClassFields;
import jcp.runtime.program.Threads;

/**
 * Methods of the JDK's threads and pools that a program's class overrides, and that the replay would call once more when it starts a thread again. Read
 * from the JVM's own members of a class.
 *
 * <p>Left out: where only reflection tells of methods, a class is taken to leave {@code start} as it is, but to override {@code beforeExecute}.
 */
final class Overridden {
    private static final String BEFORE = "beforeExecute";

    private Overridden() {}

    /** Whether the thread's class overrides {@code start}. */
    static boolean startsItself(Thread t) {
        return declares(t.getClass(), "start", "()V", false);
    }

    /**
     * Whether the pool has a method of the program's that its workers call before a task, and that the replay would call again: one of a class that is
     * not in the jars. In the others the replaying jar leaves it out.
     */
    static boolean callsBefore(ThreadPoolExecutor pool) {
        return pool != null && declares(pool.getClass(), BEFORE, "(Ljava/lang/Thread;Ljava/lang/Runnable;)V", true);
    }

    /** Whether the thread runs that method. */
    static boolean runsBefore(Thread t) {
        for (StackTraceElement each : Threads.stack(t)) {
            if (each.getModuleName() == null && each.getMethodName().equals(BEFORE)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether the class or one above it, which is not the JDK's, declares the method. {@code others}: only classes of other loaders than the jars', and
     * where only reflection tells, all of them.
     */
    private static boolean declares(Class<?> type, String name, String descriptor, boolean others) {
        for (Class<?> c = type; !Access.isJdk(c); c = c.getSuperclass()) {
            boolean counts = !others || c.getClassLoader() != Access.class.getClassLoader();
            Integer flags = counts ? ClassFields.method(c, name, descriptor) : Integer.valueOf(-1);
            if (flags == null ? others : flags >= 0) {
                return true;
            }
        }
        return false;
    }
}
