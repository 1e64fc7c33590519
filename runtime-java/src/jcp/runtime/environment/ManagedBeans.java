package jcp.runtime.environment;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanRegistration;
import javax.management.MBeanServer;
import javax.management.MBeanServerDelegate;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import jcp.runtime.jvm.Access;
import jcp.runtime.program.Statics;
import jcp.runtime.report.Problem;

/**
 * Managed beans that a program registered with the JVM's own server: roots of the graph, registered again under their names. The
 * server's tables are read, not asked. Listeners of the JVM's own beans are {@link BeanListeners}'. One that is called when it is registered (MBeanRegistration) is not called again. Apart from others, since a JVM may lack the module java.management; to be used if
 * {@link Registered#managed} says so.
 */
public final class ManagedBeans {
    private static final String PACKAGE = "com.sun.jmx.mbeanserver.";
    private static final String SUPPORT = PACKAGE + "MBeanSupport";
    private static final String NEXT = "sequenceNumber";
    private static final String CONTEXT = "com.sun.jmx.interceptor.DefaultMBeanServerInterceptor$ResourceContext";

    private ManagedBeans() {}

    /** Tells of each bean that the JDK has not made. */
    static void all(Statics.Found found) {
        Object server = interceptor();
        if (server != null) {
            registered(server, found);
        }
        BeanListeners.all(found, server);
    }

    private static void registered(Object server, Statics.Found found) {
        Object repository = Access.getField(server, server.getClass(), "repository");
        boolean any = false;
        for (Object domain : ((Map<?, ?>) Access.getField(repository, repository.getClass(), "domainTb")).values()) {
            for (Object named : ((Map<?, ?>) domain).values()) {
                Object bean = bean(Access.getField(named, named.getClass(), "object"));
                if (RegistryObstacles.foreign(bean, 3) != null || RegistryObstacles.foreign(held(bean), 3) != null) {
                    found.add(Registered.BEAN + Access.getField(named, named.getClass(), "name"), bean);
                    any = true;
                }
            }
        }
        Object delegate = Access.getField(server, server.getClass(), "delegate");
        long next = (long) Access.getField(delegate, MBeanServerDelegate.class, NEXT);
        if (any || next != 1 + (int) Access.getField(repository, repository.getClass(), "nbElements")) {
            found.add(Registered.BEANS_TOLD + next, Access.getField(null, ManagementFactory.class, "platformMBeanServer"));
        }
    }

    /** The server goes on to number its notifications, also where beans were taken back before the checkpoint. */
    static void restoreCount(String kind) {
        ManagementFactory.getPlatformMBeanServer();
        Object server = interceptor();
        Object delegate = Access.getField(server, server.getClass(), "delegate");
        Access.setField(delegate, MBeanServerDelegate.class, NEXT, Long.parseLong(kind.substring(Registered.BEANS_TOLD.length())));
    }

    /** The object behind what the server made to call it. */
    private static Object bean(Object dynamic) {
        Class<?> support = dynamic.getClass().getSuperclass();
        boolean made = support != null && support.getName().equals(SUPPORT);
        return made ? Access.getField(dynamic, support, "resource") : dynamic;
    }

    /** The object that a bean of the JDK's class stands for; the JDK's beans are made in the same way. */
    private static Object held(Object bean) {
        Object support = bean instanceof StandardMBean ? Access.getField(bean, StandardMBean.class, "mbean") : null;
        return support == null ? null : Access.getField(support, Access.jdk(SUPPORT), "resource");
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
        if (BeanListeners.isUnknown(server)) {
            problems.add(new Problem(server.getClass().getName(), "a listener waits through the server for notifications of a managed bean of the program",
                "give it to the bean itself, or add it after the checkpoint"));
        }
    }

    static void restore(String kind, Object bean) {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        try {
            ObjectName name = new ObjectName(kind.substring(Registered.BEAN.length()));
            if (bean instanceof MBeanRegistration) {
                enter(server, bean, name);
            } else {
                server.registerMBean(bean, name);
            }
        } catch (JMException e) {
            throw new IllegalStateException(kind + ": " + e, e);
        }
    }

    /** Registers a bean that would be called, as it was before the checkpoint: what the server does then, without the calls. */
    private static void enter(MBeanServer server, Object bean, ObjectName name) {
        Object dynamic = Access.call(null, Access.jdk(PACKAGE + "Introspector"), "makeDynamicMBean", bean);
        Object support = dynamic instanceof StandardMBean ? Access.getField(dynamic, StandardMBean.class, "mbean") : dynamic;
        Class<?> type = support.getClass();
        // a bean of the class StandardMBean comes to the table of open ones by its own method, if that calls the one it overrides
        boolean known = support == dynamic || Access.hasField(type, "objectName") && Access.getField(support, type, "objectName") != null;
        if (known && Access.isA(type, SUPPORT)) {
            Access.call(support, Access.jdk(SUPPORT), "preRegister2", server, name);
        }
        Object interceptor = interceptor();
        Object context = Access.call(interceptor, interceptor.getClass(), "registerWithRepository", bean, dynamic, name);
        Access.call(context, Access.jdk(CONTEXT), "done");
    }
}
