package jcp.runtime.kinds;

import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.logging.Filter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import jcp.runtime.graph.Kind;
import jcp.runtime.graph.Policy;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.JdkClasses;
import jcp.runtime.report.Problem;

/**
 * java.util.logging: a logger is its name; the configuration, levels and the use of parents' handlers are state of the JVM,
 * given back for all loggers. Handlers and filters are objects that the JDK calls ({@code Registered}). The class is touched
 * only if the program uses logging, since its module may be missing.
 *
 * <p>The root's handlers are made when they are first asked for; if that was before the checkpoint, the replay has them made,
 * too, and puts the captured ones in their place. Where the chain starts below main, code above it gives handlers in the
 * replay too: these are among the objects that are there when its first method is called ({@link #held}).
 *
 * <p>Levels that are no constants of the JDK are objects too ({@link LogLevels}).
 *
 * <p>Left out: {@link Policy} refuses handlers that own a socket.
 */
public final class Loggers {
    private static final String HANDLER = "log handler of ";
    private static final String FILTER = "log filter of ";
    private static final String LEVEL = "log level of ";
    private static final String KNOWN_LEVEL = "log level";
    /** Instead of a name: the level is an object of the checkpoint. */
    private static final String OBJECT = "*";
    /** {@code Registered} knows it, too. */
    private static final String ROOT = "log handlers of the root";
    private static final String CONFIGURATION = "log configuration";
    /** Before the name of a parent, which is empty for the root. */
    private static final String PARENT = "=";

    private Loggers() {}

    /** The manager holds loggers weakly; what the checkpoint set must last as long as in the original run. */
    private static final List<Logger> KEPT = new ArrayList<>();

    static String[] capture(Object o) {
        Logger logger = (Logger) o;
        String name = logger.getName();
        if (name == null || LogManager.getLogManager().getLogger(name) != logger) {
            return null;
        }
        String bundle = logger.getResourceBundleName();
        return new String[] {"logger", name, bundle == null ? "" : bundle};
    }

    static Logger make(String[] leaf) {
        Logger logger = LogManager.getLogManager().getLogger(leaf[1]);
        if (logger == null) {
            logger = leaf[2].isEmpty() ? Logger.getLogger(leaf[1]) : Logger.getLogger(leaf[1], leaf[2]);
        }
        KEPT.add(logger);
        return logger;
    }

    /** Puts "logger:NAME" → {level or "", use parents' handlers, bundle, parent if the program has set it} for each logger. */
    public static void captureAll(Map<String, String[]> state) {
        for (Logger logger : all()) {
            Level level = logger.getLevel();
            String bundle = logger.getResourceBundleName();
            state.put("logger:" + logger.getName(), new String[] {level == null ? "" : LogLevels.isConstant(level) ? level.getName() : OBJECT,
                Boolean.toString(logger.getUseParentHandlers()), bundle == null ? "" : bundle,
                hasOwnParent(logger) && logger.getParent().getName() != null ? PARENT + logger.getParent().getName() : ""});
        }
        state.put(ROOT, new String[] {Boolean.toString(rootIsMade())});
        List<String> configuration = new ArrayList<>();
        for (Map.Entry<?, ?> each : new TreeMap<>((Map<?, ?>) Access.getField(manager(), LogManager.class, "props")).entrySet()) {
            configuration.add((String) each.getKey());
            configuration.add((String) each.getValue());
        }
        state.put(CONFIGURATION, configuration.toArray(new String[0]));
    }

    /** Whether its parent is another than the nearest of the loggers whose names its own begins with: the program has set it. */
    private static boolean hasOwnParent(Logger logger) {
        Logger parent = logger.getParent();
        if (parent == null) {
            return false; // the root
        }
        String name = logger.getName();
        for (int end = name.lastIndexOf('.'); end > 0; end = name.lastIndexOf('.', end - 1)) {
            Logger above = manager().getLogger(name.substring(0, end));
            if (above != null) {
                return above != parent;
            }
        }
        return parent != root();
    }

    /** When the loggers exist: those that are made by a configuration get handlers, which may open files. */
    private static void restoreConfiguration(String[] state) {
        Properties configuration = new Properties();
        for (int i = 0; i + 1 < state.length; i += 2) {
            configuration.setProperty(state[i], state[i + 1]);
        }
        Access.setField(manager(), LogManager.class, "props", configuration);
    }

    public static void restore(String name, String[] state) {
        Logger logger = make(new String[] {"logger", name, state[2]});
        Level level = state[0].isEmpty() || state[0].equals(OBJECT) ? null : Level.parse(state[0]);
        if (level != logger.getLevel()) {
            logger.setLevel(level);
        }
        logger.setUseParentHandlers(Boolean.parseBoolean(state[1]));
        if (!state[3].isEmpty()) {
            logger.setParent(make(new String[] {"logger", state[3].substring(PARENT.length()), ""}));
        }
    }

    /** What the program's loggers call. */
    public static List<Map.Entry<String, Object>> registered(List<Problem> problems) {
        List<Map.Entry<String, Object>> found = new ArrayList<>();
        for (Level level : LogLevels.own()) {
            found.add(new AbstractMap.SimpleEntry<>(KNOWN_LEVEL, level));
        }
        for (Logger logger : JdkClasses.initialized("java.util.logging.LogManager") != null ? all() : List.<Logger>of()) {
            if (hasOwnParent(logger) && logger.getParent().getName() == null) {
                problems.add(new Problem(Logger.class.getName(), "the program gave the logger \"" + logger.getName()
                    + "\" a parent without a name", "set the parent after the checkpoint, or use a parent that has a name"));
            }
            if (logger.getLevel() != null && !LogLevels.isConstant(logger.getLevel())) {
                found.add(new AbstractMap.SimpleEntry<>(LEVEL + logger.getName(), logger.getLevel()));
            }
            for (Handler handler : handlers(logger)) {
                found.add(new AbstractMap.SimpleEntry<>(HANDLER + logger.getName(), handler));
            }
            if (logger.getFilter() != null) {
                found.add(new AbstractMap.SimpleEntry<>(FILTER + logger.getName(), logger.getFilter()));
            }
        }
        return found;
    }

    /** The same objects alone: where the chain starts below main, those that are there when its first method is called. */
    public static List<Object> held() {
        List<Object> found = new ArrayList<>();
        for (Map.Entry<String, Object> each : registered(new ArrayList<>())) {
            found.add(each.getValue());
        }
        return found;
    }

    /** Takes away the handlers that a fresh JVM makes, and what code above a root has given to loggers, and gives the configuration. */
    public static void clear(Map<String, String[]> state) {
        boolean made = Boolean.parseBoolean(state.get(ROOT)[0]);
        if (made) {
            root().getHandlers(); // makes them
        }
        for (Logger logger : all()) {
            if (made || !logger.getName().isEmpty()) {
                handlers(logger).clear();
            }
            if (logger.getFilter() != null) {
                logger.setFilter(null);
            }
        }
        restoreConfiguration(state.get(CONFIGURATION));
    }

    /** Gives a handler or filter back to its logger. */
    public static void restoreRegistered(String kind, Object object) {
        if (kind.equals(KNOWN_LEVEL)) {
            LogLevels.restore((Level) object);
        } else if (kind.startsWith(LEVEL)) {
            make(new String[] {"logger", kind.substring(LEVEL.length()), ""}).setLevel((Level) object);
        } else if (kind.startsWith(HANDLER)) {
            handlers(make(new String[] {"logger", kind.substring(HANDLER.length()), ""})).add((Handler) object);
        } else {
            make(new String[] {"logger", kind.substring(FILTER.length()), ""}).setFilter((Filter) object);
        }
    }

    private static LogManager manager() {
        return LogManager.getLogManager();
    }

    private static Logger root() {
        return manager().getLogger("");
    }

    /** Whether the root's handlers are made, even if they were removed since. */
    private static boolean rootIsMade() {
        return (Integer) Access.getField(manager(), LogManager.class, "globalHandlersState") == 0; // STATE_INITIALIZED
    }

    /** The handlers a logger has now. Asking the root itself would make its handlers, which come with the first message. */
    @SuppressWarnings("unchecked")
    private static List<Handler> handlers(Logger logger) {
        Object config = Access.getField(logger, Logger.class, "config");
        return (List<Handler>) Access.getField(config, config.getClass(), "handlers");
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

    /** How the graph treats loggers. By name, since a JVM without the module java.logging has no such class. */
    public static final class AsKind extends Kind {
        private static final String LOGGER = "java.util.logging.Logger";
        private static final String LOGGER_ROOT = "java.util.logging.LogManager$RootLogger";

        @Override
        public String[] skippedFields() {
            return new String[] {"java.util.logging.Logger.kids"}; // weak references to the loggers below one; UnnamedLoggers ties those that have no name again
        }

        @Override
        public String[] toText(Object o) {
            String type = o.getClass().getName();
            return type.equals(LOGGER) || type.equals(LOGGER_ROOT) ? Loggers.capture(o) : null;
        }

        @Override
        public Object fromText(String[] text) {
            return make(text);
        }
    }
}
