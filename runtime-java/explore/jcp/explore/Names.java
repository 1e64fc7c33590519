package jcp.explore;

import java.util.IdentityHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Phaser;

/**
 * Names of objects that are the same in each execution, whatever the schedule: the task that made the object, and how many it had made before.
 * An object that no hook saw made has the name of its class: then all of that class are one place, which finds too many conflicts, never too few.
 */
final class Names {
    /** All stages are one place. */
    static final long STAGES = text("stages");
    private static final long STATICS = text("class");
    private static final long SOME = text("some");
    /** Names of classes as numbers: each access asks for one. */
    private static final ClassValue<Long> TYPES = new ClassValue<>() {
        @Override
        protected Long computeValue(Class<?> type) {
            return text(Lambdas.nameOf(type));
        }
    };
    /** Those of what was there when executions begin. */
    static final class Fixed {
        private final IdentityHashMap<Object, Long> names = new IdentityHashMap<>();

        boolean has(Object object) {
            return names.containsKey(object);
        }

        void put(Object object, long name) {
            names.put(object, name);
        }
    }

    private final IdentityHashMap<Object, Long> names = new IdentityHashMap<>();
    private final Fixed fixed;
    /** The initialiser that runs, if what it touches is noted; else null. */
    Initial.Initialiser watched;
    /** What is noted of places, while a class is initialised before its time; else null. */
    Early early;

    Names(Fixed fixed) {
        this.fixed = fixed;
    }

    /** A task made an object. */
    void made(Object object, Task by) {
        if (by.run.isSettingUp()) {
            return; // what is left of them gets its name when executions begin
        }
        names.putIfAbsent(object, mix(by.path, ++by.made));
    }

    void name(Object object, long name) {
        names.put(object, name);
    }

    /** An initialiser made an object: whichever task runs it, the object has the same name. */
    void made(Object object, Initial.Initialiser by) {
        names.putIfAbsent(object, by.next());
    }

    long of(Object wanted) {
        Object object = wanted instanceof Phaser ? ((Phaser) wanted).getRoot() : wanted;
        if (object instanceof CompletableFuture) {
            return STAGES; // completing one completes those that depend on it
        }
        if (object instanceof Class<?>) {
            return mix(STATICS, type((Class<?>) object));
        }
        Long name = fixed.names.get(object);
        if (name == null) {
            name = names.get(object);
        }
        return name != null ? name : mix(SOME, type(object.getClass()));
    }

    /** A location: a part of an object. */
    long of(Object object, long part) {
        long where = mix(of(object), part);
        if (early != null) {
            early.named(object, part, where);
        }
        if (watched != null) {
            watched.named(object, part, where);
        }
        return where;
    }

    /** The name of a class, the same in each execution. */
    static long type(Class<?> type) {
        return TYPES.get(type);
    }

    static long text(String text) {
        long hash = 1125899906842597L;
        for (int at = 0; at < text.length(); at++) {
            hash = 31 * hash + text.charAt(at);
        }
        return mix(hash, text.length());
    }

    /** Two numbers as one (the finaliser of SplitMix64). */
    static long mix(long one, long other) {
        long mixed = one * 0x9E3779B97F4A7C15L + other;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
