package jcp.runtime.kinds;

import java.lang.management.ManagementFactory;
import java.lang.management.PlatformManagedObject;
import java.util.List;
import java.util.Set;
import jcp.runtime.graph.Kind;
import jcp.runtime.jvm.Access;

/**
 * The JVM's own management beans ({@link ManagementFactory}): by interface, and by place where there are several of one; and
 * their server. Apart from others, since a JVM may lack the module java.management.
 */
public final class PlatformBeans {
    private PlatformBeans() {}

    private static final String SERVER = "com.sun.jmx.mbeanserver.JmxMBeanServer";

    /** By name: a class that is asked for must not be loaded. */
    static boolean concerns(Class<?> type) {
        String name = type.getName();
        return name.equals(SERVER) || Access.isJdk(type) && (name.startsWith("sun.management.") || name.startsWith("com.sun.management."))
            && PlatformManagedObject.class.isAssignableFrom(type);
    }

    static String[] capture(Object o) {
        if (o.getClass().getName().equals(SERVER)) {
            return o == Access.getField(null, ManagementFactory.class, "platformMBeanServer") ? new String[] {"platform-bean", SERVER} : null;
        }
        Set<Class<? extends PlatformManagedObject>> kinds = ManagementFactory.getPlatformManagementInterfaces();
        for (Class<? extends PlatformManagedObject> kind : kinds) {
            List<? extends PlatformManagedObject> beans = kind.isInstance(o) ? ManagementFactory.getPlatformMXBeans(kind) : List.of();
            for (int i = 0; i < beans.size(); i++) {
                if (beans.get(i) == o) {
                    return new String[] {"platform-bean", kind.getName(), Integer.toString(i)};
                }
            }
        }
        return null;
    }

    static Object make(String[] leaf) throws ClassNotFoundException {
        if (leaf[1].equals(SERVER)) {
            return ManagementFactory.getPlatformMBeanServer();
        }
        Class<?> kind = Class.forName(leaf[1], false, ClassLoader.getPlatformClassLoader());
        return ManagementFactory.getPlatformMXBeans(kind.asSubclass(PlatformManagedObject.class)).get(Integer.parseInt(leaf[2]));
    }

    /** How the graph treats them. */
    public static final class AsKind extends Kind {
        @Override
        public boolean handles(Class<?> type) {
            return concerns(type);
        }

        @Override
        public String[] toText(Object o) {
            return PlatformBeans.capture(o);
        }

        @Override
        public Object fromText(String[] text) throws ReflectiveOperationException {
            return make(text);
        }
    }
}
