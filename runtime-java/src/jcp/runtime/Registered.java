package jcp.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Objects of the program that the JDK itself calls and that are given back to it: shutdown hooks, the main thread's handler of
 * uncaught exceptions and the default one, database drivers and where they log to. They are roots of the graph; the state has each one's kind and number.
 */
final class Registered {
    private static final String KEY = "registered";
    private static final String HOOK = "shutdown hook";
    private static final String MAIN = "handler of uncaught exceptions of main";
    private static final String DEFAULT = "default handler of uncaught exceptions";
    private static final String DRIVER = "database driver";
    private static final String DRIVER_MANAGER = "java.sql.DriverManager";
    private static final String DRIVERS = "registeredDrivers";
    /** Static fields of the class that manages database drivers. */
    private static final String[] LOGS = {"logWriter", "logStream"};

    final String kind;
    final Object object;

    private Registered(String kind, Object object) {
        this.kind = kind;
        this.object = object;
    }

    /** What the program registered. */
    static List<Registered> all(Thread main) {
        List<Registered> found = new ArrayList<>();
        Class<?> in = Counters.initialized("java.lang.ApplicationShutdownHooks");
        Map<?, ?> hooks = in == null ? null : (Map<?, ?>) Access.getField(null, in, "hooks");
        for (Object hook : hooks == null ? new Object[0] : hooks.keySet().toArray()) {
            boolean own = hook == Capture.atExit
                || hook.getClass().getName().equals("java.util.logging.LogManager$Cleaner"); // comes with the log manager
            if (!own) {
                add(found, HOOK, hook);
            }
        }
        add(found, MAIN, Access.getField(main, Thread.class, "uncaughtExceptionHandler"));
        add(found, DEFAULT, Access.getField(null, Thread.class, "defaultUncaughtExceptionHandler"));
        Class<?> drivers = Counters.initialized(DRIVER_MANAGER);
        if (drivers != null) {
            for (Object driver : (List<?>) Access.getField(null, drivers, DRIVERS)) {
                add(found, DRIVER, driver);
            }
            for (String log : LOGS) {
                add(found, log, Access.getField(null, drivers, log));
            }
        }
        return found;
    }

    private static void add(List<Registered> found, String kind, Object object) {
        if (object != null) {
            found.add(new Registered(kind, object));
        }
    }

    /** Notes the objects' numbers, in the order of {@link #all}. */
    static void take(List<String> kindsAndNumbers, Map<String, String[]> state) {
        state.put(KEY, kindsAndNumbers.toArray(new String[0]));
    }

    /** Registers them, when all objects are restored. */
    static void give(GraphReader graph, Map<String, String[]> state) {
        String[] all = state.getOrDefault(KEY, new String[0]);
        List<Object> drivers = new ArrayList<>();
        for (int i = 0; i + 1 < all.length; i += 2) {
            Object object = graph.object(Integer.parseInt(all[i + 1]));
            switch (all[i]) {
                case HOOK: Runtime.getRuntime().addShutdownHook((Thread) object); break;
                case MAIN: Access.setField(Thread.currentThread(), Thread.class, "uncaughtExceptionHandler", object); break;
                case DEFAULT: Thread.setDefaultUncaughtExceptionHandler((Thread.UncaughtExceptionHandler) object); break;
                case DRIVER: drivers.add(object); break;
                default: Access.setField(null, Counters.load(DRIVER_MANAGER, true), all[i], object);
            }
        }
        if (!drivers.isEmpty()) {
            giveDrivers(drivers);
        }
    }

    /** Not by registering them, which needs their callers. What code above a chain's root registered is among them. */
    @SuppressWarnings("unchecked")
    private static void giveDrivers(List<Object> drivers) {
        List<Object> list = (List<Object>) Access.getField(null, Counters.load(DRIVER_MANAGER, true), DRIVERS);
        list.clear();
        list.addAll(drivers);
    }
}
