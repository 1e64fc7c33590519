package jcp.runtime;

import java.io.File;
import java.io.FileDescriptor;
import java.io.PrintStream;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.TreeMap;

/**
 * What belongs to the JVM as a whole: obstacles to a checkpoint ({@link #check}), and state that is not in the graph of
 * objects ({@link #take}, {@link #give}): system properties, default locale and time zone, counters, loggers' levels, files
 * to delete at exit, the main thread's name, priority and interrupt.
 *
 * <p>Invariant: check and take change nothing that the program can see.
 */
final class Environment {
    private Environment() {}

    private static boolean interrupt;

    private static final Locale.Category[] CATEGORIES = {Locale.Category.DISPLAY, Locale.Category.FORMAT};
    private static PrintStream out;
    private static PrintStream err;

    /** Remembers how the run began. Called by {@link Anchors#begin}. */
    static void begin() {
        SystemProperties.begin();
        Registries.begin();
        StandardInput.begin();
        out = System.out;
        err = System.err;
    }

    /** Prints what the JVM's own streams hold back; streams of the program are copied with what they hold. */
    static void flush() {
        for (Object each : new Object[] {out, err}) { // no other class of arrays, as in Row
            PrintStream stream = (PrintStream) each;
            if (stream != null) {
                stream.flush();
            }
        }
    }

    /** {@code below}: whether the chain starts below main. */
    static void check(List<Problem> problems, boolean below) {
        Thread main = Thread.currentThread();
        threads(Threads.foreign(main), below, problems);
        Threads.checkProcesses(problems);
        ClassLoader context = main.getContextClassLoader();
        if (context != Access.class.getClassLoader()) {
            problems.add(new Problem(String.valueOf(context == null ? null : context.getClass().getName()),
                "the context class loader of the main thread was changed", "set it behind the checkpoint"));
        }
        standardStreams(problems);
        timeZone(problems);
        SystemProperties.check(problems);
        OffHeap.check(problems);
        Registries.check(problems);
        JdkTables.check(problems);
    }

    private static void threads(List<Thread> foreign, boolean below, List<Problem> problems) {
        boolean rest = IdleWorkers.atRest(foreign, below);
        PoolWorkers.find(below ? List.of() : foreign);
        for (Thread t : foreign) {
            if (!t.isAlive() || Surroundings.own(t) || PoolWorkers.isIdle(t)) {
                continue;
            }
            Problem problem = rest && IdleWorkers.isWorker(t, below) ? IdleWorkers.problem(t) : Threads.problem(t);
            if (problem != null) {
                problems.add(problem);
            }
        }
    }

    static boolean logging() {
        return Counters.initialized("java.util.logging.LogManager") != null;
    }

    /** Whether writing has failed, which {@code checkError} goes on to tell. */
    private static boolean failed(PrintStream stream) {
        return stream != null && (Boolean) Access.getField(stream, PrintStream.class, "trouble");
    }

    private static void giveFailed(PrintStream stream, String failed) {
        if (stream != null && failed.equals("true")) {
            Access.setField(stream, PrintStream.class, "trouble", true);
        }
    }

    private static void standardStreams(List<Problem> problems) {
        StandardInput.check(problems);
        for (Object each : new Object[] {out, err}) { // no other class of arrays, as in Row
            PrintStream stream = (PrintStream) each;
            if (stream != null && (Boolean) Access.getField(stream, PrintStream.class, "closing")) {
                problems.add(new Problem("java.io.PrintStream", "System.out or System.err was closed", "do not close it"));
                return;
            }
            if (stream != null && halfPrinted(stream)) {
                problems.add(new Problem("java.io.PrintStream", "System.out or System.err was given half a character", "print characters as a whole"));
            }
        }
        if (!FileDescriptor.out.valid() || !FileDescriptor.err.valid()) {
            problems.add(new Problem("java.io.FileDescriptor", "standard output or error was closed", "do not close it"));
        }
    }

    /** Whether the first of two surrogates was printed alone: its encoder waits for the second. */
    private static boolean halfPrinted(PrintStream stream) {
        Object writer = Access.getField(stream, PrintStream.class, "charOut");
        Object encoder = Access.getField(writer, java.io.OutputStreamWriter.class, "se");
        return (Boolean) Access.getField(encoder, encoder.getClass(), "haveLeftoverChar");
    }

    /** The default time zone, without computing it; null if nothing has asked for it. */
    private static TimeZone defaultZone() {
        return (TimeZone) Access.getField(null, TimeZone.class, "defaultTimeZone");
    }

    private static void timeZone(List<Problem> problems) {
        TimeZone zone = defaultZone();
        if (zone == null) {
            return;
        }
        TimeZone named = TimeZone.getTimeZone(zone.getID());
        if (named.getClass() != zone.getClass() || !named.hasSameRules(zone) || !named.getID().equals(zone.getID())) {
            problems.add(new Problem(zone.getClass().getName(), "the default time zone " + zone.getID() + " is none of the JDK's",
                "use a zone of TimeZone.getTimeZone"));
        }
    }

    /** JVM-wide state as text, in a fixed order. */
    static Map<String, String[]> take() {
        Map<String, String[]> state = new TreeMap<>();
        Surroundings.take(state);
        SystemProperties.take(state);
        ClassPath.take(state);
        state.put("locale", Leaves.take(Locale.getDefault()));
        for (Locale.Category category : CATEGORIES) {
            state.put("locale " + category.name(), Leaves.take(Locale.getDefault(category)));
        }
        if (defaultZone() != null) {
            state.put("time zone", Leaves.leaf(defaultZone().getID()));
        }
        StandardInput.take(state);
        IdleWorkers.take(state);
        Cleaners.take(state);
        JdkSettings.take(state);
        Counters.take(state);
        IterationOrder.take(state);
        ReplayClock.take(state);
        if (logging()) {
            Loggers.takeAll(state);
        }
        Class<?> hook = Counters.initialized("java.io.DeleteOnExitHook");
        Object files = hook == null ? null : Access.getField(null, hook, "files");
        if (files != null) {
            state.put("delete on exit", ((Collection<?>) files).toArray(new String[0]));
        }
        if (failed(out) || failed(err)) {
            state.put("failed streams", Leaves.leaf(Boolean.toString(failed(out)), Boolean.toString(failed(err))));
        }
        security(state);
        Thread main = Thread.currentThread();
        state.put("main", Leaves.leaf(main.getName(), Integer.toString(main.getPriority()), Boolean.toString(Capture.interrupted),
            Integer.toString(main.getThreadGroup().getMaxPriority())));
        return state;
    }

    /** Gives the state back, in the replaying JVM before application code. Properties first: the rest may read them. */
    static void give(Map<String, String[]> state) {
        SystemProperties.give(state);
        ClassPath.give(state);
        giveLocales(state);
        for (Map.Entry<String, String[]> e : state.entrySet()) {
            String key = e.getKey();
            String[] value = e.getValue();
            if (key.equals("time zone")) {
                TimeZone.setDefault(TimeZone.getTimeZone(value[0]));
            } else if (key.startsWith("logger:")) {
                Loggers.give(key.substring("logger:".length()), value);
            } else if (key.equals("delete on exit")) {
                for (String file : value) {
                    new File(file).deleteOnExit();
                }
            } else if (key.equals("failed streams")) {
                giveFailed(out, value[0]);
                giveFailed(err, value[1]);
            } else if (key.equals("security")) {
                giveSecurity(value);
            } else if (key.equals("main")) {
                giveMain(value);
            }
        }
        IdleWorkers.give(state);
        Cleaners.give(state);
        JdkSettings.give(state);
        // last, since all of the above may count
        for (Map.Entry<String, String[]> e : state.entrySet()) {
            Counters.give(e.getKey(), e.getValue());
        }
    }

    /** Security properties: keys and values in turn. */
    private static void security(Map<String, String[]> state) {
        Class<?> in = Counters.initialized("java.security.Security");
        if (in == null || !Access.hasField(in, "props")) {
            return;
        }
        List<String> flat = new java.util.ArrayList<>();
        Map<?, ?> properties = (Map<?, ?>) Access.getField(null, in, "props");
        for (Map.Entry<?, ?> e : new TreeMap<Object, Object>(properties).entrySet()) {
            if (e.getKey() instanceof String && e.getValue() instanceof String) {
                flat.add((String) e.getKey());
                flat.add((String) e.getValue());
            }
        }
        state.put("security", flat.toArray(new String[0]));
    }

    private static void giveSecurity(String[] flat) {
        for (int i = 0; i + 1 < flat.length; i += 2) {
            if (!flat[i + 1].equals(java.security.Security.getProperty(flat[i]))) {
                java.security.Security.setProperty(flat[i], flat[i + 1]);
            }
        }
    }

    /** The three default locales; one that is equal already stays, since it may be a constant. */
    private static void giveLocales(Map<String, String[]> state) {
        Locale base = (Locale) Leaves.make(state.get("locale"));
        if (differs(base, Locale.getDefault())) {
            Locale.setDefault(base);
        }
        for (Locale.Category category : CATEGORIES) {
            Locale locale = (Locale) Leaves.make(state.get("locale " + category.name()));
            if (differs(locale, Locale.getDefault(category))) {
                Locale.setDefault(category, locale);
            }
        }
    }

    private static boolean differs(Locale one, Locale other) {
        return !one.equals(other) || CachedKinds.isKept(one) != CachedKinds.isKept(other);
    }

    private static void giveMain(String[] value) {
        Thread main = Thread.currentThread();
        if (!main.getName().equals(value[0])) {
            main.setName(value[0]);
        }
        if (main.getPriority() != Integer.parseInt(value[1])) {
            main.setPriority(Integer.parseInt(value[1]));
        }
        if (main.getThreadGroup().getMaxPriority() != Integer.parseInt(value[3])) {
            main.getThreadGroup().setMaxPriority(Integer.parseInt(value[3])); // after the thread's own, which may be higher
        }
        if (Boolean.parseBoolean(value[2])) {
            interrupt = true; // not yet: it would close the channels that restoring uses
        }
    }

    /** Called when everything is restored. */
    static void goOn() {
        if (interrupt) {
            interrupt = false;
            Thread.currentThread().interrupt();
        }
    }
}
