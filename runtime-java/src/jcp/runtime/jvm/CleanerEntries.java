package jcp.runtime.jvm;

import java.lang.ref.Cleaner;

/** Registrations with the JDK's own cleaner. */
public final class CleanerEntries {
    private CleanerEntries() {}

    /** Has {@code resource} cleaned up when its new owner is garbage, instead of its old one. */
    public static void adopt(Object owner, Runnable resource, Class<?> in) {
        // it cannot be taken from the cleaner's list, so it gets nothing to do
        Access.setField(Access.getField(resource, in, "cleanable"), Access.jdk("jdk.internal.ref.CleanerImpl$PhantomCleanableRef"),
            "action", new Nothing());
        Access.setField(resource, in, "cleanable", register(owner, resource));
    }

    /** Has the action of an entry done when its new owner is garbage, instead of its old one. */
    public static Cleaner.Cleanable move(Object entry, Object owner) {
        Class<?> entries = Access.jdk("jdk.internal.ref.CleanerImpl$PhantomCleanableRef");
        Runnable action = (Runnable) Access.getField(entry, entries, "action");
        Access.setField(entry, entries, "action", new Nothing());
        return register(owner, action);
    }

    private static final class Nothing implements Runnable {
        @Override
        public void run() {}
    }

    public static Cleaner.Cleanable register(Object owner, Runnable action) {
        Cleaner cleaner = (Cleaner) Access.call(null, Access.jdk("jdk.internal.ref.CleanerFactory"), "cleaner");
        return cleaner.register(owner, action);
    }
}
