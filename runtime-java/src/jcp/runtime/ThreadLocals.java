package jcp.runtime;

import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;

/** The thread-local values of one thread, read without making or changing any. */
final class ThreadLocals {
    private final List<Object[]> entries = new ArrayList<>();

    ThreadLocals(Thread thread) {
        for (String field : new String[] {"threadLocals", "inheritableThreadLocals"}) {
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
    Object[] valueOf(Object local) {
        for (Object[] entry : entries) {
            if (entry[0] == local) {
                return new Object[] {entry[1]};
            }
        }
        return null;
    }
}
