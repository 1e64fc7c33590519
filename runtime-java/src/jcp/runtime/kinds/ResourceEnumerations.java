package jcp.runtime.kinds;

import jcp.runtime.graph.Kind;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.Loaders;
import jcp.runtime.program.ClassPath;

/**
 * What {@code ClassLoader.getResources} returns, half read: enumerations of enumerations, of which each goes through a class path and
 * knows how far it is. They are copied; the class paths and the boot loader are the replaying JVM's own, which has as many entries
 * open as the captured one had ({@link ClassPath}).
 */
public final class ResourceEnumerations extends Kind {
    private static final String COMPOUND = "java.lang.CompoundEnumeration";
    /** Names of the classes of enumerations start so, with a number. */
    private static final String OF_LOADER = "jdk.internal.loader.BuiltinClassLoader$";
    private static final String OF_URLS = "java.net.URLClassLoader$";
    /** Of this runtime: the jar in front, then the class path after it. */
    private static final String BOTH = "jdk.internal.loader.JcpBoth";
    private static final String BOOT = "jdk.internal.loader.ClassLoaders$BootClassLoader";
    private static final String PATH = "jdk.internal.loader.URLClassPath";
    private static final String KIND = "class path";
    private static final String LOADER = "boot loader";
    /** The class path as the program sees it, and its parts. */
    private static final String WHOLE = "whole";
    private static final String FRONT = "front";
    private static final String REST = "rest";

    @Override
    public boolean handles(Class<?> type) {
        return isEnumeration(type) || type.getName().equals(BOOT) || Access.isA(type, PATH);
    }

    private static boolean isEnumeration(Class<?> type) {
        String name = type.getName();
        if (name.equals(COMPOUND) || name.equals(BOTH)) {
            return true;
        }
        Class<?>[] interfaces = name.startsWith(OF_LOADER) || name.startsWith(OF_URLS) ? type.getInterfaces() : new Class<?>[0];
        return interfaces.length == 1 && interfaces[0].getName().equals("java.util.Enumeration");
    }

    @Override
    public boolean admits(Object o) {
        return isEnumeration(o.getClass());
    }

    /** None of class paths of the program's own loaders, which are copied. */
    @Override
    public String[] toText(Object o) {
        if (o.getClass().getName().equals(BOOT)) {
            return new String[] {LOADER};
        }
        if (Access.isA(o.getClass(), PATH)) {
            for (Object part : new Object[] {WHOLE, FRONT, REST}) { // no other class of arrays, as in Row
                if (path((String) part) == o) {
                    return new String[] {KIND, (String) part};
                }
            }
        }
        return null;
    }

    @Override
    public Object fromText(String[] text) {
        Object found = text[0].equals(LOADER) ? Access.call(null, Access.jdk("jdk.internal.loader.ClassLoaders"), "bootLoader") : path(text[1]);
        return Leaves.found(found, text);
    }

    /** Null if this JVM has no such part. */
    private static Object path(String part) {
        if (part.equals(REST)) {
            return ClassPath.searched();
        }
        Class<?> loader = Access.jdk("jdk.internal.loader.BuiltinClassLoader");
        Object whole = loader.isInstance(Loaders.own()) ? Access.getField(Loaders.own(), loader, "ucp") : null;
        if (part.equals(WHOLE)) {
            return whole;
        }
        return whole != null && Access.hasField(whole.getClass(), "jcpFront") ? Access.getField(whole, whole.getClass(), "jcpFront") : null;
    }
}
