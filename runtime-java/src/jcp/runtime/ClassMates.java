package jcp.runtime;

import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * What the JVM keeps once for the classes of one jar, or of the JDK: protection domains and code sources. Written by the name
 * of a class that has it, of the application or {@code Object}, and got from that class again.
 */
final class ClassMates {
    private ClassMates() {}

    private static final String DOMAIN = "protection-domain";
    private static final String SOURCE = "code-source";

    static boolean concerns(Class<?> type) {
        return type == ProtectionDomain.class || type == CodeSource.class;
    }

    static String[] take(Object o) {
        String kind = o instanceof CodeSource ? SOURCE : DOMAIN;
        List<Object> loaded = new ArrayList<>((Collection<?>) Access.getField(Access.APPLICATION, ClassLoader.class, "classes"));
        loaded.add(Object.class);
        for (Object type : loaded) {
            if (!((Class<?>) type).isHidden() && of((Class<?>) type, kind) == o) {
                return Leaves.leaf(kind, ((Class<?>) type).getName());
            }
        }
        return null;
    }

    static Object make(String[] leaf) throws ClassNotFoundException {
        return Leaves.found(of(Class.forName(leaf[1], false, Access.APPLICATION), leaf[0]), leaf);
    }

    private static Object of(Class<?> type, String kind) {
        ProtectionDomain domain = type.getProtectionDomain();
        return kind.equals(DOMAIN) ? domain : domain.getCodeSource();
    }
}
