package jcp.runtime.environment;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanRegistration;
import javax.management.ObjectName;
import jcp.runtime.jvm.Access;
import jcp.runtime.program.Statics;
import jcp.runtime.report.Problem;

/**
 * Managed beans that a program registered with the JVM's own server: roots of the graph, registered again under their names. The
 * server's tables are read, not asked. Apart from others, since a JVM may lack the module java.management; to be used if
 * {@link Registered#managed} says so.
 */
public final class ManagedBeans {
    private ManagedBeans() {}

    /** Tells of each bean that the JDK has not made. */
    static void all(Statics.Found found) {
        Object server = interceptor();
        if (server == null) {
            return;
        }
        Object repository = Access.getField(server, server.getClass(), "repository");
        for (Object domain : ((Map<?, ?>) Access.getField(repository, repository.getClass(), "domainTb")).values()) {
            for (Object named : ((Map<?, ?>) domain).values()) {
                Object bean = bean(Access.getField(named, named.getClass(), "object"));
                if (RegistryObstacles.foreign(bean, 3) != null) {
                    found.add(Registered.BEAN + Access.getField(named, named.getClass(), "name"), bean);
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
        Object server = Access.getField(null, ManagementFactory.class, "platformMBeanServer");
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
                "add the listener after the checkpoint"));
        }
        all(new Statics.Found() {
            @Override
            public void add(String kind, Object bean) {
                if (bean instanceof MBeanRegistration) {
                    problems.add(new Problem(bean.getClass().getName(), "a managed bean that is called when it is registered (MBeanRegistration)",
                        "register it after the checkpoint, or switch off the JMX support of the library that registers it"));
                }
            }
        });
    }

    static void restore(String kind, Object bean) {
        try {
            ManagementFactory.getPlatformMBeanServer().registerMBean(bean, new ObjectName(kind.substring(Registered.BEAN.length())));
        } catch (JMException e) {
            throw new IllegalStateException(kind + ": " + e, e);
        }
    }
}
