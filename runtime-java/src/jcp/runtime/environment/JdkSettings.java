package jcp.runtime.environment;

import java.net.URLConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.JdkClasses;
import jcp.runtime.jvm.JvmState;
import jcp.runtime.jvm.Row;
import jcp.runtime.program.Statics;

/**
 * What a program enters in statics of the JDK by a setter. Objects are roots of the graph and are put back, values are text. The
 * JDK's own object, which it makes by itself, is left to the replay. A class that is not initialised holds nothing.
 */
public final class JdkSettings extends JvmState {
    private static final String URL = "java.net.URL";

    /** Class, field, and the class of the JDK's own object; for some of what that object has in a field, which comes last. */
    private static final Row[] STATICS = {
        new Row("java.net.CookieHandler", "cookieHandler", ""),
        new Row("java.net.ResponseCache", "theResponseCache", ""),
        new Row("java.net.Authenticator", "theAuthenticator", ""),
        new Row("java.net.ProxySelector", "theProxySelector", "sun.net.spi.DefaultProxySelector"),
        new Row("javax.net.ssl.HttpsURLConnection", "defaultHostnameVerifier", "javax.net.ssl.HttpsURLConnection$DefaultHostnameVerifier"),
        new Row("java.io.ObjectInputFilter$Config", "serialFilter", ""),
        new Row("javax.net.ssl.HttpsURLConnection", "defaultSSLSocketFactory", ""),
        new Row(URL, "factory", ""),
        new Row("javax.net.ssl.SSLContext", "defaultContext", "sun.security.ssl.SSLContextImpl$DefaultSSLContext", "contextSpi"),
    };

    private static final String PREFIX = "static ";
    /** Before a protocol: what handles its addresses, from the program's factory or by the name of a class. */
    private static final String HANDLER = "url handler ";
    private static final String HANDLERS = "handlers";
    /** Where the program took the JDK's own object away. */
    private static final String NONE = "none ";
    /** Whether connections of a protocol use caches, where the program has said so. */
    private static final String CACHING = "default caching";
    private static final String CONNECTION = "java.net.URLConnection";
    private static final String BY_PROTOCOL = "defaultCaching";

    /** Tells what was set. */
    static void all(Statics.Found found) {
        for (Row row : STATICS) {
            String[] entry = row.words;
            Class<?> in = JdkClasses.initialized(entry[0]);
            Object set = in != null && Access.hasField(in, entry[1]) ? Access.getField(null, in, entry[1]) : null;
            Object own = set != null && entry.length > 3 ? Access.getField(set, in, entry[3]) : set;
            if (set != null && !own.getClass().getName().equals(entry[2])) {
                found.add(PREFIX + entry[0] + " " + entry[1], set);
            }
        }
        handlers(found);
    }

    /** Handlers of addresses, if one may be the program's: the factory is not asked for a protocol again. */
    private static void handlers(Statics.Found found) {
        Class<?> in = JdkClasses.initialized(URL);
        Map<?, ?> table = in == null ? Map.of() : (Map<?, ?>) Access.getField(null, in, HANDLERS);
        if (in == null || Access.getField(null, in, "factory") == null && RegistryObstacles.foreign(table, 2) == null) {
            return;
        }
        for (Map.Entry<?, ?> each : new TreeMap<Object, Object>(table).entrySet()) {
            found.add(HANDLER + each.getKey(), each.getValue());
        }
    }

    @Override
    public void capture(Map<String, String[]> state) {
        Class<?> in = JdkClasses.initialized(CONNECTION);
        Map<?, ?> set = in == null ? Map.of() : (Map<?, ?>) Access.getField(null, in, BY_PROTOCOL);
        List<String> flat = new ArrayList<>();
        for (Map.Entry<?, ?> each : new TreeMap<Object, Object>(set).entrySet()) {
            flat.add(each.getKey().toString());
            flat.add(each.getValue().toString());
        }
        if (!flat.isEmpty()) {
            state.put(CACHING, flat.toArray(new String[0]));
        }
        for (Row row : STATICS) {
            String[] entry = row.words;
            Class<?> holder = entry.length == 3 && !entry[2].isEmpty() ? JdkClasses.initialized(entry[0]) : null;
            if (holder != null && Access.getField(null, holder, entry[1]) == null) {
                state.put(NONE + entry[0] + " " + entry[1], new String[0]);
            }
        }
    }

    @Override
    public void restore(Map<String, String[]> state) {
        String[] flat = state.getOrDefault(CACHING, new String[0]);
        for (int i = 0; i + 1 < flat.length; i += 2) {
            URLConnection.setDefaultUseCaches(flat[i], Boolean.parseBoolean(flat[i + 1]));
        }
        for (Row row : STATICS) { // the keys' iterator is a class that the program may be the first to use
            String[] entry = row.words;
            String key = NONE + entry[0] + " " + entry[1];
            if (state.containsKey(key)) {
                restore(key, null);
            }
        }
    }

    static boolean concerns(String kind) {
        return kind.startsWith(PREFIX) || kind.startsWith(HANDLER);
    }

    static void restore(String kind, Object set) {
        if (kind.startsWith(HANDLER)) {
            table().put(kind.substring(HANDLER.length()), set);
            return;
        }
        String[] parts = kind.split(" ");
        if (parts[1].equals(URL)) {
            table().clear(); // as its setter does
        }
        Access.setField(null, JdkClasses.load(parts[1], true), parts[2], set);
    }

    @SuppressWarnings("unchecked")
    private static Map<Object, Object> table() {
        return (Map<Object, Object>) Access.getField(null, JdkClasses.load(URL, true), HANDLERS);
    }
}
