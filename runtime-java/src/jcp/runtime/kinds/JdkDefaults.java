package jcp.runtime.kinds;

import jcp.runtime.graph.Kind;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.JdkClasses;
import jcp.runtime.jvm.Row;

/**
 * What the JDK makes when it is first asked, and then gives to all who ask: the default selector of proxies, the factories of sockets,
 * the default context of TLS, on newer JDKs the context of permissions. Each JVM makes its own from its properties, which the replay has been given before; so the replaying JVM is asked for its own one.
 *
 * <p>Invariant: there is a text only for the object that the JDK keeps at the checkpoint, and only if the JDK itself made it. One that the program has
 * set, or holds since before it set another, is left to the other rules.
 *
 * <p>Left out: the sessions that the default context of TLS remembers, with which a client only saves itself a part of the greeting.
 */
public final class JdkDefaults {
    private static final String KEY = "jdk default";

    /** The class that keeps it, its method that gives it, the field, and the class of the JDK's own object, for some of what that object has in a field. */
    private static final Row[] PLACES = {
        new Row("java.net.ProxySelector", "getDefault", "theProxySelector", "sun.net.spi.DefaultProxySelector"),
        new Row("javax.net.SocketFactory", "getDefault", "theFactory", "javax.net.DefaultSocketFactory"),
        new Row("javax.net.ServerSocketFactory", "getDefault", "theFactory", "javax.net.DefaultServerSocketFactory"),
        new Row("javax.net.ssl.SSLContext", "getDefault", "defaultContext", "sun.security.ssl.SSLContextImpl$DefaultSSLContext", "contextSpi"),
        new Row("java.security.AccessController", "getContext", "NO_PERMISSIONS_ACC", "java.security.AccessControlContext"), // JDK 25
    };

    private JdkDefaults() {}

    private static String[] describe(Object o) {
        for (Row row : PLACES) {
            String[] place = row.words;
            Class<?> in = JdkClasses.initialized(place[0]);
            if (in != null && Access.hasField(in, place[2]) && Access.getField(null, in, place[2]) == o) {
                Object own = place.length > 4 ? Access.getField(o, in, place[4]) : o;
                return own.getClass().getName().equals(place[3]) ? new String[] {KEY, place[0], place[1]} : null;
            }
        }
        return null;
    }

    /** How the graph treats them. */
    public static final class AsKind extends Kind {
        @Override
        public String[] toText(Object o) {
            return describe(o);
        }

        @Override
        public Object fromText(String[] text) throws ReflectiveOperationException {
            return Access.method(JdkClasses.load(text[1], true), text[2], 0).invoke(null);
        }
    }
}
