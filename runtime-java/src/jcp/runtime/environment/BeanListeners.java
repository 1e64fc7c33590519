package jcp.runtime.environment;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.PlatformManagedObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanServerDelegate;
import javax.management.NotificationEmitter;
import javax.management.NotificationFilter;
import javax.management.NotificationListener;
import javax.management.ObjectName;
import jcp.runtime.graph.GraphReader;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.JdkClasses;
import jcp.runtime.program.Statics;

/**
 * Listeners of the program at the JVM's own managed beans, which tell of collections, of memory that runs out, and of beans that come and go: roots of the graph, which
 * listen again in the order in which they began to. Filter and attachment of each are roots before it.
 *
 * <p>A bean of the program keeps its own listeners, and is copied with them. Left out are those that listen to it through the server, which has an object of its own for each
 * ({@link ManagedBeans#check} refuses them), and the beans of modules other than java.management and jdk.management.
 */
final class BeanListeners {
    private static final String FILTER = Registered.TOLD_BY_BEAN + "filter";
    private static final String ATTACHED = Registered.TOLD_BY_BEAN + "attachment";
    private static final String AT_BEAN = Registered.TOLD_BY_BEAN + "listener of ";
    private static final String AT_SERVER = Registered.TOLD_BY_BEAN + "listener at the server of ";
    private static final String SUPPORT = "sun.management.NotificationEmitterSupport";
    private static final String BROADCASTER = "javax.management.NotificationBroadcasterSupport";
    private static final String WRAPPER = "com.sun.jmx.interceptor.DefaultMBeanServerInterceptor$ListenerWrapper";
    private static final String BEANS = "sun.management.ManagementFactoryHelper";
    private static final String MEMORY = "sun.management.MemoryImpl";

    private BeanListeners() {}

    /** One that listens, as the bean keeps it. */
    private static final class Entry {
        final String bean;
        final Object listener;
        final Object filter;
        final Object attached;

        Entry(String bean, Object kept) {
            Class<?> type = kept.getClass();
            this.bean = bean;
            this.listener = Access.getField(kept, type, "listener");
            this.filter = Access.getField(kept, type, "filter");
            this.attached = Access.getField(kept, type, "handback");
        }

        boolean isAtServer() {
            return listener.getClass().getName().equals(WRAPPER);
        }
    }

    /** Tells of each listener; {@code server}: where calls of the platform's server end, or null. */
    static void all(Statics.Found found, Object server) {
        for (Entry entry : entries(server)) {
            if (entry.filter != null) {
                found.add(FILTER, entry.filter);
            }
            if (entry.attached != null) {
                found.add(ATTACHED, entry.attached);
            }
            if (entry.isAtServer()) {
                found.add(AT_SERVER + entry.bean, Access.getField(entry.listener, entry.listener.getClass(), "listener"));
            } else {
                found.add(AT_BEAN + entry.bean, entry.listener);
            }
        }
    }

    /** Whether one listens through the server to a bean that is none of the JVM's here. What listens no more may still be in the server's table. */
    static boolean isUnknown(Object server) {
        List<String> known = new ArrayList<>();
        for (Object emitter : emitters()) {
            known.add(nameOf(emitter));
        }
        known.add(MBeanServerDelegate.DELEGATE_NAME.toString());
        for (Object wrapper : ((Map<?, ?>) Access.getField(server, server.getClass(), "listenerWrappers")).keySet()) {
            if (!known.contains(Access.getField(wrapper, wrapper.getClass(), "name").toString())) {
                return true;
            }
        }
        return false;
    }

    /** The JVM's beans that have been made, and that tell of something. */
    private static List<Object> emitters() {
        List<Object> made = new ArrayList<>();
        Class<?> beans = JdkClasses.initialized(BEANS);
        if (beans != null) {
            made.add(Access.getField(null, beans, "memoryMBean"));
        }
        Class<?> memory = JdkClasses.initialized(MEMORY);
        Object[] managers = memory == null ? null : (Object[]) Access.getField(null, memory, "mgrs");
        if (managers != null) {
            made.addAll(Arrays.asList(managers));
        }
        List<Object> emitters = new ArrayList<>();
        for (Object bean : made) {
            if (bean instanceof NotificationEmitter) {
                emitters.add(bean);
            }
        }
        return emitters;
    }

    private static String nameOf(Object bean) {
        return ((PlatformManagedObject) bean).getObjectName().toString();
    }

    private static List<Entry> entries(Object server) {
        List<Entry> entries = new ArrayList<>();
        for (Object emitter : emitters()) {
            add(entries, nameOf(emitter), emitter, Access.jdk(SUPPORT));
        }
        if (server != null) {
            Object delegate = Access.getField(server, server.getClass(), "delegate");
            Object broadcaster = Access.getField(delegate, MBeanServerDelegate.class, "broadcaster");
            add(entries, MBeanServerDelegate.DELEGATE_NAME.toString(), broadcaster, Access.jdk(BROADCASTER));
        }
        return entries;
    }

    private static void add(List<Entry> entries, String bean, Object emitter, Class<?> type) {
        for (Object kept : (Collection<?>) Access.getField(emitter, type, "listenerList")) {
            entries.add(new Entry(bean, kept));
        }
    }

    /** Lets the one at this place of the noted kinds and numbers listen again. */
    static void restore(String[] noted, int at, GraphReader graph) {
        String kind = noted[at];
        boolean atServer = kind.startsWith(AT_SERVER);
        if (kind.equals(FILTER) || kind.equals(ATTACHED)) {
            return; // belongs to the listener that follows
        }
        NotificationFilter filter = null;
        Object attached = null;
        int before = at - 2;
        if (before >= 0 && noted[before].equals(ATTACHED)) {
            attached = graph.object(Integer.parseInt(noted[before + 1]));
            before -= 2;
        }
        if (before >= 0 && noted[before].equals(FILTER)) {
            filter = (NotificationFilter) graph.object(Integer.parseInt(noted[before + 1]));
        }
        NotificationListener listener = (NotificationListener) graph.object(Integer.parseInt(noted[at + 1]));
        String bean = kind.substring((atServer ? AT_SERVER : AT_BEAN).length());
        try {
            if (atServer) {
                ManagementFactory.getPlatformMBeanServer().addNotificationListener(new ObjectName(bean), listener, filter, attached);
            } else {
                emitter(bean).addNotificationListener(listener, filter, attached);
            }
        } catch (JMException e) {
            throw new IllegalStateException(kind + ": " + e, e);
        }
    }

    private static NotificationEmitter emitter(String bean) {
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (collector.getObjectName().toString().equals(bean)) {
                return (NotificationEmitter) collector;
            }
        }
        return (NotificationEmitter) ManagementFactory.getMemoryMXBean();
    }
}
