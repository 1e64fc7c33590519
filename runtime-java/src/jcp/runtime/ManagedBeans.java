package jcp.runtime;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanRegistration;
import javax.management.ObjectName;

/**
 * Managed beans that a program registered with the JVM's own server: roots of the graph, registered again under their names. The
 * server's tables are read, not asked. Apart from others, since a JVM may lack the module java.management.
 */
final class ManagedBeans {
    private ManagedBeans() {}

    private static final String FACTORY = "java.lang.management.ManagementFactory";
    private static final String PREFIX = "managed bean ";

    /** Tells of each bean that the JDK has not made. */
    static void all(Registered.Found found) {
        Object server = interceptor();
        if (server == null) {
            return;
        }
        Object repository = Access.getField(server, server.getClass(), "repository");
        for (Object domain : ((Map<?, ?>) Access.getField(repository, repository.getClass(), "domainTb")).values()) {
            for (Object named : ((Map<?, ?>) domain).values()) {
                Object bean = bean(Access.getField(named, named.getClass(), "object"));
                if (Registries.foreign(bean, 3) != null) {
                    found.add(PREFIX + Access.getField(named, named.getClass(), "name"), bean);
                }
            }
        }
    }

    /** The object behind what the server made to call it. */
    private static Object bean(Object dynamic) {
        Class<?> support = dynamic.getClass().getSuperclass();
        boolean made = support != null && support.getName().equals("com.sun.jmx.mbeanserver.MBeanSupport");
        return made ? Access.getField(dynamic, support, "resource") : dynamic;
    }

    /** Where calls of the platform's server end; null if the program has asked for none. */
    private static Object interceptor() {
        Class<?> in = Counters.initialized(FACTORY);
        Object server = in == null ? null : Access.getField(null, in, "platformMBeanServer");
        if (server == null || !server.getClass().getName().equals("com.sun.jmx.mbeanserver.JmxMBeanServer")) {
            return null;
        }
        return Access.getField(server, server.getClass(), "mbsInterceptor");
    }

    /** What registering them again would not repeat. */
    static void check(List<Problem> problems) {
        Object server = interceptor();
        if (server == null) {
            return;
        }
        if (!((Map<?, ?>) Access.getField(server, server.getClass(), "listenerWrappers")).isEmpty()) {
            problems.add(new Problem(server.getClass().getName(), "a listener waits for notifications of managed beans",
                "add it behind the checkpoint"));
        }
        all(new Registered.Found() {
            @Override
            public void add(String kind, Object bean) {
                if (bean instanceof MBeanRegistration) {
                    problems.add(new Problem(bean.getClass().getName(), "a managed bean that is called when it is registered (MBeanRegistration)",
                        "register it behind the checkpoint"));
                }
            }
        });
    }

    static boolean concerns(String kind) {
        return kind.startsWith(PREFIX);
    }

    static void give(String kind, Object bean) {
        try {
            ManagementFactory.getPlatformMBeanServer().registerMBean(bean, new ObjectName(kind.substring(PREFIX.length())));
        } catch (JMException e) {
            throw new IllegalStateException(kind + ": " + e, e);
        }
    }
}
