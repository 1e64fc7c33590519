package jcp.runtime.environment;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Enumeration;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.ClassFields;
import jcp.runtime.jvm.JdkClasses;
import jcp.runtime.jvm.Row;
import jcp.runtime.report.Problem;

/**
 * Tables and hooks of the JDK in which a program can enter objects of its own, and which are not given back: found in them,
 * such an object is a problem. A static of a class that is not initialised holds nothing.
 */
public final class RegistryObstacles {
    private RegistryObstacles() {}

    /** Class, static field, what it is. A problem if the field holds an object of a class that is not the JDK's. */
    private static final Row[] STATICS = {
        new Row("java.net.URLConnection", "factory", "the factory of content handlers"),
        new Row("java.net.URLConnection", "fileNameMap", "the file name map of URL connections"),
        new Row("java.net.Socket", "factory", "the factory of sockets"),
        new Row("java.net.ServerSocket", "factory", "the factory of server sockets"),
        new Row("java.net.DatagramSocket", "factory", "the factory of datagram sockets"),
        new Row("java.util.logging.LogManager", "manager", "the log manager"),
        new Row("java.beans.ThreadGroupContext", "contexts", "the context of beans"),
        new Row("jdk.internal.misc.Signal", "handlers", "a signal handler"),
        new Row("java.security.Policy", "policyInfo", "the security policy"),
        new Row("java.time.zone.ZoneRulesProvider", "PROVIDERS", "a provider of time zone rules"),
        new Row("java.io.ObjectInputFilter$Config", "serialFilterFactory", "the factory of filters of object streams"),
    };

    static void check(List<Problem> problems) {
        for (Row row : STATICS) {
            String[] entry = row.words;
            Class<?> in = JdkClasses.initialized(entry[0]);
            if (in == null || !Access.hasField(in, entry[1])) {
                continue;
            }
            Object foreign = foreign(Access.getField(null, in, entry[1]), 4);
            if (foreign != null) {
                problems.add(new Problem(foreign.getClass().getName(), entry[2] + " set by the program (" + entry[0] + "." + entry[1] + ")",
                    "set it after the checkpoint"));
            }
        }
        securityManager(problems);
        assertions(problems);
        providers(problems);
        libraries(problems);
        if (Registered.managed()) {
            ManagedBeans.check(problems);
        }
    }

    /** By what the JVM has linked as it starts: the program may be the first to link the class of the table's own {@code values}. */
    private static Object[] values(Hashtable<?, ?> table) {
        List<Object> found = new ArrayList<>();
        for (Enumeration<?> each = table.elements(); each.hasMoreElements(); ) {
            found.add(each.nextElement());
        }
        return found.toArray();
    }

    /** The first object of the program within a holder of the JDK: a collection, a map, an array, a wrapper's fields. */
    static Object foreign(Object o, int depth) {
        if (o == null || o instanceof String || o instanceof Class || o instanceof ClassLoader || depth == 0) {
            return null;
        }
        if (!Access.isJdk(o.getClass())) {
            return o;
        }
        if (o.getClass() == Hashtable.class) {
            return foreign(values((Hashtable<?, ?>) o), depth);
        }
        if (o instanceof Map) {
            return foreign(((Map<?, ?>) o).values().toArray(), depth);
        }
        if (o instanceof Collection || o instanceof Object[]) {
            for (Object element : o instanceof Collection ? ((Collection<?>) o).toArray() : (Object[]) o) {
                Object found = foreign(element, depth - 1);
                if (found != null) {
                    return found;
                }
            }
            return null;
        }
        for (ClassFields f : ClassFields.of(o.getClass())) {
            if (!f.isStatic() && f.isReference()) {
                Object found = foreign(Access.U.getReference(o, f.offset), depth - 1);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    @SuppressWarnings("removal") // the program under checkpoint may be older
    private static void securityManager(List<Problem> problems) {
        Object manager = System.getSecurityManager();
        if (manager != null) {
            problems.add(new Problem(manager.getClass().getName(), "a security manager is set", "run the program without a security manager"));
        }
    }

    /** What the program told its class loader about assertions; null until then, unless the JVM has options on them. */
    private static void assertions(List<Problem> problems) {
        ClassLoader loader = Access.class.getClassLoader();
        if (!assertions().equals(atStart)) {
            problems.add(new Problem(loader.getClass().getName(), "the program has changed the assertion status of classes",
                "use the JVM options -ea and -da instead"));
        }
    }

    private static String atStart;

    /** Remembers how the run began. */
    static void begin() {
        atStart = assertions();
    }

    private static String assertions() {
        StringBuilder text = new StringBuilder();
        for (String field : new String[] {"defaultAssertionStatus", "packageAssertionStatus", "classAssertionStatus"}) {
            text.append(Access.getField(Access.class.getClassLoader(), ClassLoader.class, field)).append(' ');
        }
        return text.toString();
    }

    /** Security providers that the program added; the list is looked at only if something has used it. */
    private static void providers(List<Problem> problems) {
        Class<?> in = JdkClasses.initialized("sun.security.jca.Providers");
        if (in == null) {
            return;
        }
        Object list = Access.getField(null, in, "providerList");
        for (Object config : (Object[]) Access.getField(list, list.getClass(), "configs")) {
            Object provider = Access.getField(config, config.getClass(), "provider");
            if (provider != null && !Access.isJdk(provider.getClass())) {
                problems.add(new Problem(provider.getClass().getName(), "a security provider added by the program",
                    "add it after the checkpoint, or configure it in java.security"));
            }
        }
    }

    /** Native libraries of the program: their state is out of reach. */
    private static void libraries(List<Problem> problems) {
        Object libraries = Access.getField(Access.class.getClassLoader(), ClassLoader.class, "libraries");
        Map<?, ?> loaded = libraries == null ? Map.of() : (Map<?, ?>) Access.getField(libraries, libraries.getClass(), "libraries");
        for (Object name : loaded.keySet()) {
            problems.add(new Problem("native library", name + " was loaded by the program, and jcp cannot capture its state",
                "move the checkpoint before the library is loaded, or run the program without the library"));
        }
    }
}
