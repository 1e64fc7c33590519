package jcp.runtime.kinds;

import java.lang.management.ManagementFactory;
import jcp.runtime.graph.Kind;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.ClassNames;

/**
 * What the JDK keeps of the interface of a standard or open managed bean, which {@code StandardMBean} refers to: made again from the
 * interface; and the table of the platform server's open beans. Such tables of other servers are left out. Apart from others, since
 * a JVM may lack the module java.management.
 */
public final class BeanInterfaces extends Kind {
    private static final String KIND = "bean interface";
    private static final String PACKAGE = "com.sun.jmx.mbeanserver.";
    private static final String LOOKUP = PACKAGE + "MXBeanLookup";

    @Override
    public String[] toText(Object o) {
        Class<?> type = o.getClass();
        if (type.getName().equals(LOOKUP)) {
            Object server = Access.getField(null, ManagementFactory.class, "platformMBeanServer");
            return server != null && Access.getField(o, type, "mbsc") == server ? new String[] {KIND, LOOKUP} : null;
        }
        Class<?> of = (Class<?>) Access.getField(o, type, "mbeanInterface");
        return new String[] {KIND, Access.getField(o, type, "introspector").getClass().getName(), ClassNames.of(of)};
    }

    @Override
    public Object fromText(String[] text) throws ReflectiveOperationException {
        Class<?> type = Access.jdk(text[1]);
        if (text[1].equals(LOOKUP)) {
            return Access.call(null, type, "lookupFor", ManagementFactory.getPlatformMBeanServer());
        }
        Object introspector = Access.call(null, type, "getInstance");
        return Access.call(introspector, Access.jdk(PACKAGE + "MBeanIntrospector"), "getPerInterface", ClassNames.find(text[2], false));
    }
}
