package jcp.explore;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The classes whose use may run an initialiser that others may see, as the planner found them.
 *
 * <p>Whether others see it shows when it is run: it touches what it did not make, asks which thread it is in, or uses a class that uses its own. Then it has a place of its own, as a
 * static has: the search begins again with that as a point. The initialiser writes it, and each use of the class reads it, but for uses by a thread that knows the class to be initialised. An
 * initialiser that nobody sees does the same whenever and by whomever it is run, so that its uses are nothing to the search.
 */
final class Initialisers {
    private static final String INITIALISER = ".<clinit>";

    /** A class, and the locations of the initialisers that may run when it is used: its own one, and those of what is above it. */
    record Used(String name, int[] locations) {}

    private final List<Used> all = new ArrayList<>();
    private final Map<String, Used> byName = new HashMap<>();
    private final Map<String, Integer> locations = new HashMap<>();

    /** Reads a line for each class: its name, and numbers of locations. {@code names}: those of locations. */
    Initialisers(URL list, String[] names) {
        try (InputStream in = list.openStream()) {
            new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().forEach(line -> add(line.split(" "), names));
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    private void add(String[] words, String[] names) {
        int[] numbers = new int[words.length - 1];
        for (int at = 0; at < numbers.length; at++) {
            numbers[at] = Integer.parseInt(words[at + 1]);
            String name = names[numbers[at]];
            locations.put(name.substring(0, name.length() - INITIALISER.length()), numbers[at]);
        }
        Used used = new Used(words[0], numbers);
        all.add(used);
        byName.put(used.name, used);
    }

    /** The class by its number. */
    Used of(int number) {
        return all.get(number);
    }

    /** The class of the name; null: its use runs no such initialiser. */
    Used of(String name) {
        return byName.get(name);
    }

    /** The location of a class's initialiser; -1: nobody sees it. */
    int location(String name) {
        return locations.getOrDefault(name, -1);
    }

    private static long place(Run run, int location) {
        return run.names.of(Hooks.class, Hooks.part(location, 0));
    }

    /** A task is about to use a class: what that reads; null: nothing. */
    static Effects use(Task task, Used used) {
        Run run = task.run;
        closes(task, used);
        Effects reads = null;
        for (int location : used.locations) {
            boolean isKnown = task.initialised.get(location);
            if (isKnown && task.initialiser() == null) {
                continue;
            }
            task.initialised.set(location);
            long where = place(run, location);
            if (run.isPoint(where)) {
                see(task); // whoever runs the initialiser around this may be the first one to use the class
                if (!isKnown) {
                    reads = reads == null ? new Effects() : reads;
                    reads.read(where);
                }
            }
        }
        return reads;
    }

    /** Whether classes use each other while they are initialised: then it matters which one is the first, so others can see it. */
    static boolean closes(Task task, Used used) {
        int last = task.initialisers.size() - 1;
        for (int at = 0; at <= last; at++) {
            boolean isUnderWay = false;
            boolean isAlone = at == last;
            for (int location : used.locations) {
                isUnderWay |= task.run.initialisers().location(task.initialisers.get(at).type().getName()) == location;
                isAlone &= task.run.begun.get(location);
            }
            if (isUnderWay && !isAlone) {
                task.initialisers.subList(at, last + 1).forEach(it -> it.isSeen = true);
                return true;
            }
        }
        return false;
    }

    /** Others can see the initialiser that the task is in, if it is in one. */
    static void see(Task task) {
        if (task.initialiser() != null) {
            task.initialiser().isSeen = true;
        }
    }

    /** The task asks for what differs from thread to thread. */
    static void ask(Task task) {
        if (task.initialiser() != null && task.run.names.early != null) {
            task.run.names.early.asked(task.run, task.initialiser().type().getName());
        }
        see(task);
    }

    /** The task touches a place that is no point. */
    static void access(Task task, long where) {
        if (task.initialiser() != null) {
            task.initialiser().touch(where);
        }
    }

    /** An initialiser begins. */
    static void begin(Task task, Initial.Initialiser initialiser) {
        Run run = task.run;
        int location = run.initialisers().location(initialiser.type().getName());
        if (location < 0) {
            return;
        }
        run.begun.set(location);
        task.initialised.set(location);
        if (run.tasks.size() > 1 && !run.isSettingUp()) {
            initialiser.watch(run);
            run.names.watched = initialiser;
            if (run.isPoint(place(run, location))) {
                run.effects().write(place(run, location));
            }
        }
    }

    /** It ends, and is no longer among the task's. */
    static void end(Task task, Initial.Initialiser initialiser) {
        if (!initialiser.isWatched()) {
            return;
        }
        Run run = task.run;
        Effects own = run.collect(initialiser.before);
        for (long where : own.reads()) {
            initialiser.touch(where);
        }
        for (long where : own.writes()) {
            initialiser.touch(where);
        }
        Initial.Initialiser around = task.initialiser();
        run.names.watched = around != null && around.isWatched() ? around : null;
        Effects all = run.names.watched == null ? run.effects() : around.within;
        all.join(own);
        all.join(initialiser.within);
        int location = run.initialisers().location(initialiser.type().getName());
        long where = place(run, location);
        if (initialiser.isSeen && !run.isPoint(where)) {
            run.race(where, location);
        }
        if (initialiser.isSeen) {
            see(task);
        }
    }
}
