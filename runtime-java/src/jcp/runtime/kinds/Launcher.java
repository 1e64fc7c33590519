package jcp.runtime.kinds;

import java.net.URL;
import java.util.Map;
import jcp.runtime.graph.Kind;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.Loaders;

/**
 * Objects of the launcher in an executable jar ({@link Loaders}): the program's loader, which is known by name like the JVM's own, and the
 * handlers of the URLs by which it reads jars in jars. The replay's launcher has made its own by the time that main is called.
 *
 * <p>Left out: what else a program may hold of the launcher, such as open nested jars; that is refused.
 */
public final class Launcher extends Kind {
    private static final String HANDLER = "url handler";

    @Override
    public boolean handles(Class<?> type) {
        return Loaders.isLaunchers(type);
    }

    @Override
    public boolean isJdks(Class<?> type) {
        return true;
    }

    /** By its protocol, if it is the one that the JDK has for that. */
    @Override
    public String[] toText(Object object) {
        Map<?, ?> handlers = object instanceof java.net.URLStreamHandler ? (Map<?, ?>) Access.getField(null, URL.class, "handlers") : Map.of();
        for (Map.Entry<?, ?> each : handlers.entrySet()) {
            if (each.getValue() == object) {
                return new String[] {HANDLER, (String) each.getKey()};
            }
        }
        return null;
    }

    @Override
    public Object fromText(String[] text) {
        return Access.call(null, URL.class, "getURLStreamHandler", text[1]);
    }
}
