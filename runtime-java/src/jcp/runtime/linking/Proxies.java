package jcp.runtime.linking;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.JvmState;
import jcp.runtime.jvm.LoadedClasses;
import jcp.runtime.jvm.Loaders;
import jcp.runtime.jvm.NameCounters;

/**
 * The classes of proxies that the captured run had made, annotations' among them: making one takes identity hashes and a number, which
 * is in its name. So the replay makes them all before the program goes on, in the order of their numbers.
 *
 * <p>Left out: proxies of other loaders than the JVM's own three.
 */
public final class Proxies extends JvmState {
    private static final String KEY = "proxies";
    private static final String NAME = "$Proxy";
    /** Which classes are those of proxies the JDK looks up in a table of their loader, by the hash. */
    private static final String BUILDER = "java.lang.reflect.Proxy$ProxyBuilder";
    private static final String VALUES = "jdk.internal.loader.AbstractClassLoaderValue";

    private List<String> noted;

    /** For each, in the order of their numbers: the number, which loader's it is, how many interfaces it has, and their names. */
    static List<String> now(LoadedClasses loaded) {
        Map<Long, Class<?>> found = new TreeMap<>();
        for (Class<?> type : loaded.classes) {
            int at = type.getName().lastIndexOf(NAME);
            if (at >= 0 && Access.isProxy(type) && Loaders.name(type.getClassLoader()) != null) {
                found.put(Long.parseLong(type.getName().substring(at + NAME.length())), type);
            }
        }
        List<String> all = new ArrayList<>();
        for (Map.Entry<Long, Class<?>> each : found.entrySet()) {
            Class<?>[] interfaces = each.getValue().getInterfaces();
            all.add(each.getKey().toString());
            all.add(Loaders.name(each.getValue().getClassLoader()));
            all.add(Integer.toString(interfaces.length));
            for (Class<?> type : interfaces) {
                all.add(type.getName());
            }
        }
        return all;
    }

    static void capture(List<String> then, Map<String, String[]> state) {
        state.put(KEY, then.toArray(new String[0]));
    }

    /** Makes them. One whose interfaces are missing here is left out, as are those that the fresh JVM has made. */
    @Override
    public void restoreEarly(Map<String, String[]> state) {
        String[] all = state.remove(KEY);
        int next;
        for (int at = 0; all != null && at < all.length; at = next) {
            next = at + 3 + Integer.parseInt(all[at + 2]);
            try {
                NameCounters.begin(NameCounters.PROXIES, Long.parseLong(all[at]));
                make(Loaders.named(all[at + 1]), Arrays.copyOfRange(all, at + 3, next));
            } catch (ClassNotFoundException | LinkageError | IllegalArgumentException e) {
                continue; // if an object is of the class, the class table will say so
            }
        }
    }

    /** The same, with the loader and the hash that {@link MadeClasses} says. */
    public static Class<?> make(String description, String[] names) throws ClassNotFoundException {
        Class<?> type = make(MadeClasses.loader(description), names);
        Object known = Access.call(Access.getField(null, Access.jdk(BUILDER), "reverseProxyCache"), Access.jdk(VALUES), "sub", type);
        boolean was = (boolean) Access.call(known, Access.jdk(VALUES), "remove", type.getClassLoader(), true);
        MadeClasses.settle(type, description);
        if (was) { // the JDK finds it by its hash
            Access.call(known, Access.jdk(VALUES), "putIfAbsent", type.getClassLoader(), true);
        }
        return type;
    }

    /** The class of a proxy, initialised. */
    public static Class<?> make(ClassLoader loader, String[] names) throws ClassNotFoundException {
        Class<?>[] interfaces = new Class<?>[names.length];
        for (int i = 0; i < names.length; i++) {
            interfaces[i] = Class.forName(names[i], false, Access.APPLICATION);
        }
        return Proxy.newProxyInstance(loader, interfaces, new NoHandler()).getClass();
    }

    /** Stands in until the real handler is filled in. */
    private static final class NoHandler implements InvocationHandler {
        @Override
        public Object invoke(Object proxy, Method method, Object[] args) {
            return null;
        }
    }

    @Override
    public void note(LoadedClasses loaded) {
        noted = now(loaded);
    }

    @Override
    public void capture(Map<String, String[]> state) {
        Proxies.capture(noted, state);
    }
}
