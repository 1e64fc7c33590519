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
    }

    static void give(String name, String[] state) {
        Logger logger = make(Leaves.leaf("logger", name, state[2]));
        Level level = state[0].isEmpty() ? null : Level.parse(state[0]);
        if (level != logger.getLevel()) {
            logger.setLevel(level);
        }
        logger.setUseParentHandlers(Boolean.parseBoolean(state[1]));
    }

    static void check(List<Problem> problems) {
        for (Logger logger : all()) {
            String of = "logger \"" + logger.getName() + "\"";
            Handler[] handlers = logger.getHandlers();
            boolean root = logger.getName().isEmpty();
            if (root ? !configured(handlers) : handlers.length > 0) {
                problems.add(new Problem(logger.getClass().getName(), of + " has handlers given by the program",
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

    private static boolean same(Level level) {
        try {
            return Level.parse(level.getName()) == level;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Whether the root's handlers are what a fresh JVM without a configuration of its own makes: console handlers at INFO. */
    private static boolean configured(Handler[] handlers) {
        if (handlers.length != 1) {
            return false;
        }
        Handler h = handlers[0];
        return h.getClass().getName().equals("java.util.logging.ConsoleHandler") && h.getLevel() == Level.INFO && h.getFilter() == null
            && h.getFormatter().getClass().getName().equals("java.util.logging.SimpleFormatter") && h.getEncoding() == null;
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
