package jcp.runtime.program;

import java.lang.ref.Cleaner;
import java.util.List;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.ClassFields;
import jcp.runtime.jvm.Fields;
import jcp.runtime.jvm.LoadedClasses;
import jcp.runtime.jvm.Loaders;

/**
 * Threads of the launcher in an executable jar ({@link Loaders}): those of the cleaners that its statics hold, by themselves or in an object of
 * the launcher's. They are no obstacle, and are not captured: the replay's launcher starts its own.
 */
final class LauncherThreads {
    private LauncherThreads() {}

    static boolean has(Thread thread) {
        Object task = Loaders.launched() && !(thread.getClass() == Thread.class) ? task(thread) : null;
        if (task == null || !Access.isA(task.getClass(), "jdk.internal.ref.CleanerImpl")) {
            return false;
        }
        for (Class<?> type : LoadedClasses.ofLauncher()) {
            for (ClassFields field : Access.isInitialized(type) ? ClassFields.of(type) : List.<ClassFields>of()) {
                Object held = field.isStatic() && field.isReference() ? Access.U.getReference(type, field.offset) : null;
                if (held != null && (runs(held, task) || holds(held, task))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static Object task(Thread thread) {
        return Access.hasField(Thread.class, "target") ? Access.getField(thread, Thread.class, "target")
            : Access.getField(Access.getField(thread, Thread.class, "holder"), Access.jdk("java.lang.Thread$FieldHolder"), "task");
    }

    private static boolean holds(Object holder, Object task) {
        for (ClassFields field : Loaders.isLaunchers(holder.getClass()) ? ClassFields.of(holder.getClass()) : List.<ClassFields>of()) {
            Object held = !field.isStatic() && field.isReference() ? Access.U.getReference(holder, field.offset) : null;
            if (held != null && runs(held, task)) {
                return true;
            }
        }
        return false;
    }

    private static boolean runs(Object cleaner, Object task) {
        return Access.isA(cleaner.getClass(), Cleaner.class.getName()) && Fields.get(cleaner, "impl") == task;
    }
}
