package jcp.explore;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import jdk.internal.misc.Unsafe;

/**
 * A program that was run to its checkpoint, from which executions begin one after another, each with what was there.
 *
 * <p>The JVM initialises a class once. One that has an initialiser and is first used behind the checkpoint is therefore initialised there in another process, before
 * its time, which nobody notices if the initialiser writes only what it makes, and reads what nobody writes later ({@link Early}).
 */
final class SetUp {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    /** How many times as long as a step it may go on without one. */
    private static final int PATIENCE = 60;
    private final Link link;
    private final Program.ProgramLoader loader;
    private final Start start;
    private final int limit;
    private final Run run;
    private final Names.Fixed names = new Names.Fixed();
    private final Image image = new Image(names);
    private final int[] counters;
    private final Object threadLocals;
    private final Early early;
    /** Classes with initialisers that ran since. */
    private final List<String> begun = new ArrayList<>();

    /** Runs the program to its checkpoint; {@code early}: the classes to be initialised there. */
    SetUp(Explorer explorer, Link link, Program program, Start start, int limit, List<String> early) {
        this.link = link;
        this.start = start;
        this.limit = limit;
        loader = program.loader();
        run = new Run(explorer, link, loader, this);
        Thread main = new Thread(null, null, "main");
        main.setContextClassLoader(loader);
        Task first = run.add(main, null);
        run.begin(first, () -> Threads.run(first, () -> program.main(loader)));
        explorer.await(run, limit * PATIENCE);
        counters = Counters.noted();
        threadLocals = OwnValues.map(first);
        start.held().forEach(value -> image.add(value, "held"));
        addClasses();
        image.add(threadLocals, "thread locals");
        image.add(run, "run");
        this.early = new Early(explorer, names);
        if (!early.isEmpty()) {
            run.names.early = this.early;
            run.during(() -> early.forEach(name -> this.early.initialise(name, loader, first)));
            explorer.await(run, limit);
            run.names.early = null;
            addClasses();
        }
        start.isReached();
        explorer.sharing.forget();
        run.stopAtStart();
        LockSupport.unpark(first.carrier);
        free();
    }

    Start start() {
        return start;
    }

    Names.Fixed names() {
        return names;
    }

    Early early() {
        return early;
    }

    private void addClasses() {
        for (Class<?> type : loader.defined()) {
            if (!UNSAFE.shouldBeInitialized(type)) {
                image.add(type, false);
            }
        }
    }

    /** The initialiser of a class runs. */
    void begins(Class<?> type) {
        if (!start.isSettingUp()) {
            begun.add(type.getName());
        }
    }

    /**
     * Which classes were initialised since, for which executions must begin elsewhere; null: there were none. Those without initialisers are taken as they are
     * before anybody uses them: then none is told, but what is known of states is no longer true.
     */
    List<String> news() {
        List<String> told = new ArrayList<>(begun);
        Set<String> withInitialiser = new HashSet<>(begun);
        boolean isNew = !told.isEmpty();
        for (Class<?> type : loader.defined()) {
            if (!image.has(type) && !withInitialiser.contains(type.getName()) && !UNSAFE.shouldBeInitialized(type)) {
                image.add(type, true);
                isNew = true;
            }
        }
        return isNew ? told : null;
    }

    /** Begins an execution. */
    Run begin(Program program, Run.Past[] prefix, boolean isTraced) {
        image.restore();
        Counters.set(counters);
        run.again(prefix, isTraced);
        Task main = run.tasks.get(0);
        main.resuming = 0;
        run.begin(main, () -> {
            OwnValues.set(threadLocals);
            Threads.run(main, () -> program.main(loader));
        });
        return run;
    }

    /** Waits until no thread runs code of the program any more. */
    void free() {
        if (!Carriers.areFree(limit == 0 ? Integer.MAX_VALUE : limit)) {
            link.fail('u', "a thread of the program goes on for more than " + limit + " s when its execution is over, in a loop that nothing ends; explore without --region");
        }
    }
}
