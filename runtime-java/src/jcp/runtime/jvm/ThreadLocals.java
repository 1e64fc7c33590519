package jcp.runtime.jvm;

import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;

/** The thread-local values of one thread, read without making or changing any. */
public final class ThreadLocals {
    private final List<Object[]> entries = new ArrayList<>();

    public ThreadLocals(Thread thread) {
        this(thread, "threadLocals", "inheritableThreadLocals");
    }

    /** Without those that the thread inherited or could hand on. */
    public static ThreadLocals own(Thread thread) {
        return new ThreadLocals(thread, "threadLocals");
    }

    private ThreadLocals(Thread thread, String... fields) {
        for (String field : fields) {
            Object map = Access.getField(thread, Thread.class, field);
            if (map == null) {
                continue;
            }
            for (Object entry : (Object[]) Access.getField(map, map.getClass(), "table")) {
                if (entry != null) {
                    Object local = Access.getField(entry, Reference.class, "referent");
                    Object value = Access.getField(entry, entry.getClass(), "value");
                    if (local != null) {
                        entries.add(new Object[] {local, value});
                    }
                }
            }
        }
    }

    /** The value of {@code local} in an array of one, or null if the thread has none. */
    public Object[] valueOf(Object local) {
        for (Object[] entry : entries) {
            if (entry[0] == local) {
                return new Object[] {entry[1]};
            }
        }
        return null;
    }

    /** Sets the value of this thread, without running a method of the program. */
    public static void set(ThreadLocal<Object> local, Object value) {
        if (Access.isJdk(local.getClass())) {
            local.set(value);
            return;
        }
        Thread thread = Thread.currentThread();
        Object map = Access.call(local, ThreadLocal.class, "getMap", thread);
        if (map == null) {
            Access.call(local, ThreadLocal.class, "createMap", thread, value);
        } else {
            Access.call(map, map.getClass(), "set", local, value);
        }
    }

    /** Gives a thread that has not begun a value. */
    public static void set(Thread thread, ThreadLocal<?> local, Object value) {
        Object map = Access.getField(thread, Thread.class, "threadLocals");
        if (map == null) {
            Access.call(local, ThreadLocal.class, "createMap", thread, value);
        } else {
            Access.call(map, map.getClass(), "set", local, value);
        }
    }

    /** Whether the thread may have a value of a variable of the program: those of the JDK are mostly of classes of their own. */
    public static boolean ofProgram(Thread thread) {
        for (Object[] entry : new ThreadLocals(thread).entries) {
            String type = entry[0].getClass().getName();
            boolean jdk = Access.isJdk(entry[0].getClass()) && !type.equals("java.lang.ThreadLocal")
                && !type.equals("java.lang.InheritableThreadLocal") && !type.equals("java.lang.ThreadLocal$SuppliedThreadLocal");
            if (!jdk && entry[1] != null) {
                return true;
            }
        }
        return false;
    }
}
