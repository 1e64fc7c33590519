package jcp.runtime;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.logging.Filter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import java.util.logging.StreamHandler;

/**
 * java.util.logging: a logger is its name; levels and the use of parents' handlers are state of the JVM, given back for all
 * loggers. The class is touched only if the program uses logging, since its module may be missing.
 *
 * <p>Left out, hence refused: handlers, filters and levels of its own that the program gave to a logger. The root's
 * handlers come from the configuration file and are made again by it.
 */
final class Loggers {
    private Loggers() {}

    /** The manager holds loggers weakly; what the checkpoint set must last as long as in the original run. */
    private static final List<Logger> KEPT = new ArrayList<>();

    static String[] take(Object o) {
        Logger logger = (Logger) o;
        String name = logger.getName();
        if (name == null || LogManager.getLogManager().getLogger(name) != logger) {
            return null;
        }
        String bundle = logger.getResourceBundleName();
        return Leaves.leaf("logger", name, bundle == null ? "" : bundle);
    }

    static Logger make(String[] leaf) {
        Logger logger = LogManager.getLogManager().getLogger(leaf[1]);
        if (logger == null) {
            logger = leaf[2].isEmpty() ? Logger.getLogger(leaf[1]) : Logger.getLogger(leaf[1], leaf[2]);
        }
        KEPT.add(logger);
        return logger;
    }

    /** Puts "logger:NAME" → {level or "", use parents' handlers, bundle} for each logger. */
    static void takeAll(Map<String, String[]> state) {
        for (Logger logger : all()) {
            Level level = logger.getLevel();
            String bundle = logger.getResourceBundleName();
            state.put("logger:" + logger.getName(), Leaves.leaf(level == null ? "" : level.getName(),
                Boolean.toString(logger.getUseParentHandlers()), bundle == null ? "" : bundle));
        }
        List<Handler> handlers = handlers(root());
        if (!handlers.isEmpty()) {
            state.put("root-handler", Leaves.leaf(handlers.get(0).getLevel().getName()));
        }
    }

    static void give(String name, String[] state) {
        Logger logger = make(Leaves.leaf("logger", name, state[2]));
        Level level = state[0].isEmpty() ? null : Level.parse(state[0]);
        if (level != logger.getLevel()) {
            logger.setLevel(level);
        }
        logger.setUseParentHandlers(Boolean.parseBoolean(state[1]));
    }

    /** The root's console handler exists already: it must be made before the program can replace System.err. */
    static void giveRootHandler(String[] state) {
        root().getHandlers()[0].setLevel(Level.parse(state[0]));
    }

    static void check(List<Problem> problems) {
        for (Logger logger : all()) {
            String of = "logger \"" + logger.getName() + "\"";
            List<Handler> handlers = handlers(logger);
            boolean root = logger.getName().isEmpty();
            if (!handlers.isEmpty() && !(root && configured(handlers))) {
                problems.add(new Problem(handlers.get(0).getClass().getName(), of + " has handlers given by the program",
                    "add handlers behind the checkpoint, or configure them by a logging.properties file"));
            }
            Filter filter = logger.getFilter();
            if (filter != null) {
                problems.add(new Problem(filter.getClass().getName(), "filter of " + of, "set the filter behind the checkpoint"));
            }
            Level level = logger.getLevel();
            if (level != null && !same(level)) {
                problems.add(new Problem(level.getClass().getName(), "level of its own of " + of, "use a level of java.util.logging"));
            }
        }
    }

    private static Logger root() {
        return LogManager.getLogManager().getLogger("");
    }

    /** The handlers a logger has now. Asking the root itself would make its handlers, which come with the first message. */
    @SuppressWarnings("unchecked")
    private static List<Handler> handlers(Logger logger) {
        Object config = Access.getField(logger, Logger.class, "config");
        return new ArrayList<>((List<Handler>) Access.getField(config, config.getClass(), "handlers"));
    }

    private static boolean same(Level level) {
        try {
            return Level.parse(level.getName()) == level;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Whether the root's handlers are what a fresh JVM makes without a configuration file, its level aside. */
    private static boolean configured(List<Handler> handlers) {
        Handler h = handlers.get(0);
        return handlers.size() == 1 && h.getClass().getName().equals("java.util.logging.ConsoleHandler") && h.getFilter() == null
            && h.getFormatter().getClass().getName().equals("java.util.logging.SimpleFormatter") && h.getEncoding() == null
            && Access.getField(h, StreamHandler.class, "output") == Anchors.err() && same(h.getLevel());
    }

    private static List<Logger> all() {
        LogManager manager = LogManager.getLogManager();
        List<Logger> found = new ArrayList<>();
        List<String> names = Collections.list(manager.getLoggerNames());
        Collections.sort(names); // parents come before children
        for (String name : names) {
            Logger logger = manager.getLogger(name);
            if (logger != null && logger.getName() != null) { // may have been collected
                found.add(logger);
            }
        }
        return found;
    }
}
