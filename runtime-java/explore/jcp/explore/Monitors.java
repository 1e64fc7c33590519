package jcp.explore;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Who owns which monitor or lock, and who waits to be notified. A task enters the real one only when this says that it is free.
 */
final class Monitors {
    private static final class Owned {
        Task owner;
        int count;
        final Deque<Task> waiters = new ArrayDeque<>();
    }

    private final Map<Object, Owned> all = new IdentityHashMap<>();

    private Owned of(Object object) {
        return all.computeIfAbsent(object, it -> new Owned());
    }

    boolean isFreeFor(Task task, Object object) {
        Owned owned = all.get(object);
        return owned == null || owned.owner == null || owned.owner == task;
    }

    Task owner(Object object) {
        Owned owned = all.get(object);
        return owned == null ? null : owned.owner;
    }

    void enter(Task task, Object object) {
        Owned owned = of(object);
        owned.owner = task;
        owned.count++;
    }

    /** How often the owner has entered it. */
    int count(Object object) {
        return of(object).count;
    }

    void exit(Object object) {
        Owned owned = of(object);
        if (owned.count > 0 && --owned.count == 0) {
            owned.owner = null;
            if (owned.waiters.isEmpty()) {
                all.remove(object); // a program may enter many, one after another
            }
        }
    }

    /** Gives it up; returns how often it was entered. */
    int exitAll(Object object) {
        Owned owned = of(object);
        int count = owned.count;
        owned.count = 0;
        owned.owner = null;
        return count;
    }

    void enterAll(Task task, Object object, int count) {
        Owned owned = of(object);
        owned.owner = task;
        owned.count = count;
    }

    /** The same, of an object that may have none. */
    java.util.Collection<Task> waiting(Object object) {
        Owned owned = all.get(object);
        return owned == null ? java.util.List.of() : owned.waiters;
    }

    Deque<Task> waiters(Object object) {
        return of(object).waiters;
    }
}
