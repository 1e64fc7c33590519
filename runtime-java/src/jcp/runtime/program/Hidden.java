package jcp.runtime.program;

import java.lang.ref.SoftReference;
import java.lang.reflect.Executable;
import java.lang.reflect.MalformedParametersException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.HashGenerator;
import jcp.runtime.jvm.Opening;

/**
 * Hides the clones from reflection: the program sees the methods and constructors that it declared, and classes keep their
 * default {@code serialVersionUID}, which is computed from them.
 *
 * <p>{@code Class.reflectionData} refers to what reflection found. A reference of ours stands there, which is never cleared. It finds the
 * methods without the clones when it is first asked: that loads the classes of their types, as it does in the original.
 *
 * <p>In the capturing run that is done when the program loads the class, not before: loading a class from a jar takes
 * identity hashes, which must stay in their places in the sequence ({@link HashGenerator}). The loader asks its map of locks
 * at the start of each class, so a map of ours stands there, which loads a class that it waits for itself, and hides. The same map
 * ends a replay that loads a class which the JVM can read and jcp could not.
 *
 * <p>Left out: constructors and methods are listed together, at the first question for either.
 */
public final class Hidden {
    /** The field of {@code Class}. */
    private static final String CACHE = "reflectionData";

    private Hidden() {}

    /** Is told when the program begins to load a class whose file jcp could not read. */
    public interface Unread {
        void loads(String type);
    }

    /** Hides the clones of all chains now. */
    public static void hide(Plan plan) throws ReflectiveOperationException {
        for (int i = 1; i < plan.nodes.size(); i++) {
            Plan.Node node = plan.nodes.get(i);
            try {
                hide(Class.forName(node.element.type.replace('/', '.'), false, Access.APPLICATION));
            } catch (LinkageError e) {
                continue; // reflection on it fails as before
            }
        }
    }

    /** Where {@link #hideWhenLoaded} goes on: the chain's classes that are loaded, null after the last. */
    private static Class<?>[] loaded;

    /** Does all of {@link #hideWhenLoaded} that takes hashes of its own. */
    public static void prepare(Plan plan, Unread unread) throws ReflectiveOperationException {
        new Lazily(Hidden.class).get();
        Class.forName("[L" + MalformedParametersException.class.getName() + ";"); // named by clones, which the program's reflection lists
        Method find = Access.method(ClassLoader.class, "findLoadedClass", String.class);
        Loading loading = new Loading(plan, unread);
        loading.wanted.put("", "");
        loading.putIfAbsent("", loading); // finds no such class
        Class<?>[] types = new Class<?>[plan.nodes.size()];
        int count = 0;
        for (int number = 1; number < types.length; number++) {
            String name = plan.nodes.get(number).element.type.replace('/', '.');
            types[count] = (Class<?>) find.invoke(Access.APPLICATION, name);
            if (types[count] != null) {
                count++;
            } else {
                loading.wanted.put(name, name);
            }
        }
        if (!loading.wanted.isEmpty()) {
            loading.begin();
        }
        loaded = types;
    }

    /** In a replay from main: it ends where the program loads a class that could not be read. */
    public static void awaitUnread(Plan plan, Unread unread) {
        if (!plan.unread.isEmpty()) {
            new Loading(plan, unread).begin();
        }
    }

    /** Hides the clones of classes that are loaded; those of the others will be as soon as they are. */
    public static void hideWhenLoaded() {
        for (int i = 0; loaded != null && loaded[i] != null; i++) {
            hide(loaded[i]);
        }
        loaded = null;
    }

    /** The locks of the application's loader, by class. */
    private static final class Loading extends ConcurrentHashMap<String, Object> {
        private static final long serialVersionUID = 1;
        final transient ConcurrentHashMap<String, String> wanted = new ConcurrentHashMap<>();
        private final transient Set<String> unread;
        private final transient Unread told;

        Loading(Plan plan, Unread told) {
            this.told = told;
            unread = plan.unread;
            for (String name : unread) {
                wanted.put(name, name);
            }
        }

        void begin() {
            Object locks = Access.getField(Access.APPLICATION, ClassLoader.class, "parallelLockMap");
            if (locks != null && locks.getClass() == ConcurrentHashMap.class) {
                for (Entry<?, ?> lock : ((ConcurrentHashMap<?, ?>) locks).entrySet()) {
                    put((String) lock.getKey(), lock.getValue());
                }
                Access.setField(Access.APPLICATION, ClassLoader.class, "parallelLockMap", this);
            }
        }

        @Override
        public Object putIfAbsent(String name, Object lock) {
            if (!wanted.isEmpty() && wanted.remove(name) != null) {
                try {
                    Class<?> type = Access.APPLICATION.loadClass(name);
                    if (unread.contains(name)) {
                        told.loads(name);
                    } else {
                        hide(type);
                    }
                } catch (ReflectiveOperationException | LinkageError e) {
                    return super.putIfAbsent(name, lock); // the program finds out itself
                }
            }
            return super.putIfAbsent(name, lock);
        }
    }

    /** What reflection finds is cached from now on in a reference of ours. */
    private static void hide(Class<?> type) {
        Access.setField(type, Class.class, CACHE, new Lazily(type));
    }

    /** The cache of one class, filled when reflection first asks for it, and never cleared. */
    private static final class Lazily extends SoftReference<Object> {
        private final Class<?> type;
        private Object data;
        /** How often the class had been changed by agents: the JDK takes what it found before for stale. */
        private int changes;

        Lazily(Class<?> type) {
            super(null);
            this.type = type;
        }

        @Override
        public synchronized Object get() {
            int now = changes(type);
            if (data == null || now != changes) {
                changes = now;
                data = filled(type);
            }
            return data;
        }
    }

    /** Apart, since a JVM that is not opened has no such offsets. */
    private static final class Place {
        static final long OFFSET = Access.offset(Class.class, CACHE);
        static final long CHANGES = Access.offset(Class.class, "classRedefinedCount");
    }

    /** What reflection has found of the class so far, of the JDK's class of such caches; null if nothing. */
    public static Object found(Class<?> type) {
        Object cache = Access.U.getReference(type, Place.OFFSET);
        if (cache instanceof Lazily) {
            synchronized (cache) {
                return ((Lazily) cache).data;
            }
        }
        return cache == null ? null : ((SoftReference<?>) cache).get();
    }

    /** How often agents have changed the class, or one above it; 0 where the JVM does not tell. */
    public static int changes(Class<?> type) {
        return Opening.open() == null ? Access.U.getInt(type, Place.CHANGES) : 0;
    }

    /** Whether reflection was asked for members of the class, or for its interfaces. */
    static boolean isAsked(Class<?> type) {
        Object cache = Access.U.getReference(type, Place.OFFSET);
        return cache instanceof Lazily ? found(type) != null : cache != null; // a reference stays that the collector has cleared
    }

    private static Object filled(Class<?> type) {
        try {
            Class<?> in = Access.jdk("java.lang.Class$ReflectionData");
            Object data = Access.U.allocateInstance(in);
            Access.setField(data, in, "redefinedCount", Access.getField(type, Class.class, "classRedefinedCount"));
            fill(data, "declaredMethods", "getDeclaredMethods0", type, false);
            fill(data, "declaredPublicMethods", "getDeclaredMethods0", type, true);
            fill(data, "declaredConstructors", "getDeclaredConstructors0", type, false);
            fill(data, "publicConstructors", "getDeclaredConstructors0", type, true);
            return data;
        } catch (InstantiationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Method opened(String name, Class<?>... parameters) throws NoSuchMethodException {
        return Access.method(Class.class, name, parameters);
    }

    private static Executable[] declared(String how, Class<?> type, boolean publicOnly) throws ReflectiveOperationException {
        Executable[] all = (Executable[]) opened(how, boolean.class).invoke(type, publicOnly);
        Executable[] own = all.clone();
        int count = 0;
        for (Executable each : all) {
            if (!isClone(each)) {
                own[count++] = each;
            }
        }
        return Arrays.copyOf(own, count);
    }

    private static void fill(Object data, String field, String how, Class<?> type, boolean publicOnly) {
        try {
            Access.setField(data, data.getClass(), field, declared(how, type, publicOnly));
        } catch (ReflectiveOperationException e) {
            return; // a class of a signature is missing: reflection on it fails as before
        }
    }

    /** Whether its last parameter is the marker, an array that no program passes (see {@code CONTEXT} of the rewriter). */
    private static boolean isClone(Executable each) {
        Class<?>[] parameters = each.getParameterTypes();
        Class<?> last = parameters.length == 0 ? null : parameters[parameters.length - 1];
        if (last == null || !last.isArray()) {
            return false;
        }
        while (last.isArray()) {
            last = last.getComponentType();
        }
        return last == MalformedParametersException.class;
    }
}
