package jcp.runtime.graph;

import java.lang.reflect.Method;
import jcp.runtime.jvm.Access;

/** Stack traces of throwables: the JVM has them in a form of its own until they are first asked for. */
public final class StackTraces {
    private StackTraces() {}

    /** Called before a throwable is copied: brings what is computed from the JVM's form into plain fields. */
    static void compute(Throwable t) {
        if (t.getClass() == NullPointerException.class) {
            t.getMessage(); // computed from the JVM's form when it is first asked for, and kept
        }
        try {
            Method m = t.getClass().getMethod("getStackTrace");
            if (m.getDeclaringClass() == Throwable.class) {
                t.getStackTrace();
                return;
            }
            Method own = Throwable.class.getDeclaredMethod("getOurStackTrace"); // not the override
            Access.opened(own).invoke(t);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("stack trace of " + t.getClass().getName() + ": " + e, e);
        }
    }
}
