package jcp.explore;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Initialisers that run before their time, at the checkpoint. Nobody may notice: they may write only what they make, and statics of their own classes; what else they read
 * must not be written later.
 */
final class Early {
    private final Explorer explorer;
    private final Names.Fixed fixed;
    private final Set<String> classes = new HashSet<>();
    private final Set<Long> own = new HashSet<>();
    /** What else was read, and by which class. */
    private final Map<Long, String> reads = new HashMap<>();

    Early(Explorer explorer, Names.Fixed fixed) {
        this.explorer = explorer;
        this.fixed = fixed;
    }

    /** Initialises a class, on the main thread. */
    void initialise(String name, ClassLoader loader, Task main) {
        Run run = main.run;
        Effects effects = run.newEffects();
        main.inside++;
        try {
            Class.forName(name, true, loader);
        } catch (ClassNotFoundException | LinkageError error) {
            run.unsupported(refusal(name) + "it fails there, with " + error);
        }
        main.inside--;
        for (long where : effects.writes()) {
            if (!own.contains(where)) {
                run.unsupported(refusal(name) + "it prints, or changes what it did not make");
            }
        }
        for (long where : effects.reads()) {
            if (!own.contains(where)) {
                reads.putIfAbsent(where, name);
            }
        }
    }

    private static String refusal(String name) {
        return "class " + name + " is first used behind the checkpoint, and jcp initialises it once, at the checkpoint; let the program use it before, since ";
    }

    /** An initialiser asks for what differs from thread to thread. */
    void asked(Run run, String name) {
        run.unsupported(refusal(name) + "its initialiser asks for the thread or the time");
    }

    /** Initialisers use each other's classes. */
    void closed(Run run, String name) {
        run.unsupported(refusal(name) + "its initialiser and another one use each other's classes");
    }

    /** The initialiser of a class begins. */
    void begins(Class<?> type) {
        classes.add(type.getName());
    }

    /** A part of an object has this name. */
    void named(Object object, long part, long where) {
        boolean isOwn;
        if (object == Hooks.class) {
            isOwn = classes.contains(explorer.classOf((int) (part >>> 32)));
        } else if (object instanceof Class<?>) {
            isOwn = classes.contains(((Class<?>) object).getName());
        } else {
            // what was there before has a name
            isOwn = !fixed.has(object) && !(object instanceof java.util.concurrent.CompletableFuture);
        }
        if (isOwn) {
            own.add(where);
        }
    }

    /** Refuses a write of a place that an initialiser has read early. */
    void written(Run run, long where) {
        String name = reads.get(where);
        if (name != null) {
            run.unsupported(refusal(name) + "its initialiser reads what is written there");
        }
    }

    /** The same for all that a step writes. */
    void written(Run run, Effects effects) {
        if (!reads.isEmpty()) {
            for (long where : effects.writes()) {
                written(run, where);
            }
        }
    }
}
