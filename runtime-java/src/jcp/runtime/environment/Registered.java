package jcp.runtime.environment;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jcp.runtime.graph.GraphReader;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.JdkClasses;
import jcp.runtime.kinds.Loggers;
import jcp.runtime.program.Statics;
import jcp.runtime.report.Problem;
import jcp.runtime.threads.PoolWorkers;
import jcp.runtime.threads.ThreadGroupObjects;

/**
 * Objects of the program that the JDK itself calls and that are given back to it: shutdown hooks, the main thread's handler of
 * uncaught exceptions and the default one, database drivers and where they log to, handlers and filters of loggers, the
 * reader of {@code java.lang.IO}, settings of the JDK ({@link JdkSettings}), managed beans and what listens to them, idle workers of pools, thread groups. They are roots of the graph; the
 * state has each one's kind and number. Where the chain starts below main, those that were registered when its root was
 * entered are left out: the frames above it register them in the replay too.
 */
public final class Registered {
    private static final String KEY = "registered";
    private static final String HOOK = "shutdown hook";
    private static final String MAIN = "handler of uncaught exceptions of main";
    private static final String DEFAULT = "default handler of uncaught exceptions";
    private static final String CLOSER = "com.sun.imageio.stream.StreamCloser";
    private static final String DRIVER = "database driver";
    private static final String DRIVER_MANAGER = "java.sql.DriverManager";
    private static final String DRIVERS = "registeredDrivers";
    /** Static fields of the class that manages database drivers. */
    private static final String[] LOGS = {"logWriter", "logStream"};
    private static final String READER = "reader of standard input";
    /** Of JDK 25: its static reader has read ahead of the lines that the program has asked for. */
    private static final String READLN = "java.lang.IO";
    private static final String BUFFER = "br";
    /** Before the bean's name. */
    static final String BEAN = "managed bean ";
    /** Before what listens to a bean of the JVM. */
    static final String TOLD_BY_BEAN = "told by a bean: ";
    /** Before the number of the next notification of managed beans: that is no object, and the server's also where the chain starts below main. */
    static final String BEANS_TOLD = "managed beans are told of from ";
    /** Part of the state if the program uses logging. */
    private static final String LOGGING = "log handlers of the root";

    /** The runtime's own shutdown hook; null if it has none. */
    public static Thread atExit;

    public final String kind;
    public final Object object;

    private Registered(String kind, Object object) {
        this.kind = kind;
        this.object = object;
    }

    /** What the program registered; handlers of loggers are {@link Loggers}'. */
    public static List<Registered> all(Thread main) {
        List<Registered> found = new ArrayList<>();
        Class<?> in = JdkClasses.initialized("java.lang.ApplicationShutdownHooks");
        Map<?, ?> hooks = in == null ? null : (Map<?, ?>) Access.getField(null, in, "hooks");
        for (Object hook : hooks == null ? new Object[0] : hooks.keySet().toArray()) {
            boolean own = hook == atExit || closesNothing(hook)
                || hook.getClass().getName().equals("java.util.logging.LogManager$Cleaner"); // comes with the log manager
            if (!own) {
                add(found, HOOK, hook);
            }
        }
        add(found, MAIN, Access.getField(main, Thread.class, "uncaughtExceptionHandler"));
        add(found, DEFAULT, Access.getField(null, Thread.class, "defaultUncaughtExceptionHandler"));
        Class<?> drivers = JdkClasses.initialized(DRIVER_MANAGER);
        if (drivers != null) {
            for (Object driver : (List<?>) Access.getField(null, drivers, DRIVERS)) {
                add(found, DRIVER, driver);
            }
            for (String log : LOGS) {
                add(found, log, Access.getField(null, drivers, log));
            }
        }
        Class<?> readln = JdkClasses.initialized(READLN);
        if (readln != null && Access.hasField(readln, BUFFER)) {
            add(found, READER, Access.getField(null, readln, BUFFER));
        }
        Statics.Found more = new Statics.Found() { // no lambda, whose linking takes hashes
            @Override
            public void add(String kind, Object object) {
                Registered.add(found, kind, object);
            }
        };
        for (Thread worker : PoolWorkers.found()) {
            add(found, PoolWorkers.KIND, worker);
        }
        for (Object task : PoolWorkers.timeOuts()) {
            add(found, PoolWorkers.TIME_OUT, task);
        }
        for (ThreadGroup group : ThreadGroupObjects.kept(main)) {
            add(found, ThreadGroupObjects.KIND, group);
        }
        JdkSettings.all(more);
        Statics.failed(more);
        if (managed()) {
            ManagedBeans.all(more);
        }
        return found;
    }

    /** Whether the program may have managed beans. */
    static boolean managed() {
        return JdkClasses.initialized("java.lang.management.ManagementFactory") != null;
    }

    /** Whether it is the hook of javax.imageio, which comes with its first stream, and no stream is open. */
    private static boolean closesNothing(Object hook) {
        Class<?> closer = JdkClasses.initialized(CLOSER);
        if (closer == null || hook != Access.getField(null, closer, "streamCloser")) {
            return false;
        }
        Map<?, ?> open = (Map<?, ?>) Access.getField(null, closer, "toCloseQueue");
        return open == null || open.isEmpty();
    }

    /** What the program registered since the entry of the root; what it took back since then is a problem. */
    public static List<Registered> since(List<WeakReference<Object>> entry, Thread main, List<Problem> problems) {
        List<Registered> found = all(main);
        for (WeakReference<Object> each : entry) {
            Object before = each.get();
            int at = 0;
            while (at < found.size() && found.get(at).object != before) {
                at++;
            }
            if (before != null && at < found.size()) {
                if (found.get(at).kind.equals(READER)) {
                    problems.add(new Problem(READLN, "IO.readln was called before the chain's first method, and has read more input than it returned",
                        "start the chain at main"));
                }
                if (!found.get(at).kind.startsWith(BEANS_TOLD)) {
                    found.remove(at);
                }
            } else {
                problems.add(new Problem("java.lang.Runtime", "an object such as a shutdown hook was registered before the call of the"
                    + " chain's first method, and is no longer registered", "remove it after the checkpoint, or start the chain at main"));
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
    public static void capture(List<String> kindsAndNumbers, Map<String, String[]> state) {
        state.put(KEY, kindsAndNumbers.toArray(new String[0]));
    }

    /**
     * Registers them, when all objects are restored. {@code below}: whether the chain starts below main. Returns the workers of pools
     * that are to be started.
     */
    public static List<Thread> restore(GraphReader graph, Map<String, String[]> state, boolean below) {
        String[] all = state.getOrDefault(KEY, new String[0]);
        List<Object> drivers = new ArrayList<>();
        List<Thread> workers = new ArrayList<>();
        if (state.containsKey(LOGGING)) {
            Loggers.clear(state);
        }
        for (int i = 0; i + 1 < all.length; i += 2) {
            Object object = graph.object(Integer.parseInt(all[i + 1]));
            switch (all[i]) {
                case HOOK: Runtime.getRuntime().addShutdownHook((Thread) object); break;
                case MAIN: Access.setField(Thread.currentThread(), Thread.class, "uncaughtExceptionHandler", object); break;
                case DEFAULT: Thread.setDefaultUncaughtExceptionHandler((Thread.UncaughtExceptionHandler) object); break;
                case DRIVER: drivers.add(object); break;
                case PoolWorkers.KIND: workers.add((Thread) object); break;
                case PoolWorkers.TIME_OUT: PoolWorkers.restoreTimeOut(object); break;
                case ThreadGroupObjects.KIND: break; // its parent lists it
                case READER: Access.setField(null, JdkClasses.load(READLN, true), BUFFER, object); break;
                default:
                    if (all[i].startsWith("log ")) {
                        Loggers.restoreRegistered(all[i], object);
                    } else if (Statics.concerns(all[i])) {
                        Statics.fail(all[i], (Throwable) object);
                    } else if (JdkSettings.concerns(all[i])) {
                        JdkSettings.restore(all[i], object);
                    } else if (all[i].startsWith(BEANS_TOLD)) {
                        ManagedBeans.restoreCount(all[i]);
                    } else if (all[i].startsWith(TOLD_BY_BEAN)) {
                        BeanListeners.restore(all, i, graph);
                    } else if (all[i].startsWith(BEAN)) {
                        ManagedBeans.restore(all[i], object);
                    } else {
                        Access.setField(null, JdkClasses.load(DRIVER_MANAGER, true), all[i], object);
                    }
            }
        }
        if (!drivers.isEmpty()) {
            restoreDrivers(drivers, below);
        }
        return workers;
    }

    /** Not by registering them, which needs their callers. What code above a chain's root registered is there already. */
    @SuppressWarnings("unchecked")
    private static void restoreDrivers(List<Object> drivers, boolean below) {
        List<Object> list = (List<Object>) Access.getField(null, JdkClasses.load(DRIVER_MANAGER, true), DRIVERS);
        if (!below) {
            list.clear(); // those that the JDK has found anew
        }
        list.addAll(drivers);
    }
}
