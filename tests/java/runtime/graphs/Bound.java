import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.ListResourceBundle;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Objects that the JVM knows in a way of its own: references, classes, proxies, thread-locals, identity. */
public class Bound {
    static final ThreadLocal<List<String>> LOCAL = ThreadLocal.withInitial(() -> new ArrayList<>(List.of("initial")));
    static final ThreadLocal<String> UNSET = ThreadLocal.withInitial(() -> "made now");
    static final InheritableThreadLocal<Integer> INHERITED = new InheritableThreadLocal<>();
    static final Logger LOG = Logger.getLogger("runtime.graphs");

    public static class Words extends ListResourceBundle {
        @Override
        protected Object[][] getContents() {
            return new Object[][] {{"hello", "world"}, {"number", 5}};
        }
    }

    interface Greeting {
        String greet(String who);

        default String twice(String who) {
            return greet(who) + greet(who);
        }
    }

    static class Counting implements InvocationHandler {
        int calls;
        Object self;

        @Override
        public Object invoke(Object proxy, Method method, Object[] args) {
            calls++;
            switch (method.getName()) {
                case "greet": return "hello " + args[0] + calls;
                case "hashCode": return 17;
                case "equals": return proxy == args[0];
                default: return method + " " + (proxy == self);
            }
        }
    }

    static class Key {}

    static class Own extends ThreadLocal<int[]> {
        final int size = 4;

        @Override
        protected int[] initialValue() {
            return new int[size];
        }
    }

    public static void main(String[] args) throws Exception {
        LOCAL.get().add("more");
        INHERITED.set(77);
        Own own = new Own();
        own.get()[2] = 9;
        Key strong = new Key();
        Object[] references = {
            new WeakReference<>(strong), new SoftReference<>(strong), new WeakReference<>("literal"),
            new PhantomReference<>(strong, new ReferenceQueue<>())
        };
        ((WeakReference<?>) references[2]).clear();
        Map<Key, String> weak = new WeakHashMap<>();
        weak.put(strong, "weak");
        Map<Object, String> keys = new HashMap<>();
        for (Class<?> type : new Class<?>[] {int.class, void.class, int[].class, String[][].class, Bound.class, Key[].class, Map.Entry.class, Runnable.class}) {
            keys.put(type, type.getTypeName());
        }
        keys.put(strong, "identity");
        keys.put(Thread.currentThread(), "main");
        Map<Object, Integer> identities = new IdentityHashMap<>();
        identities.put(strong, 1);
        identities.put("literal", 2);
        identities.put(int.class, 3);
        Set<Object> hashed = new HashSet<>();
        List<Key> many = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            Key key = new Key();
            many.add(key);
            hashed.add(key);
        }
        Counting handler = new Counting();
        Greeting proxy = (Greeting) Proxy.newProxyInstance(Bound.class.getClassLoader(), new Class<?>[] {Greeting.class, Comparator.class}, handler);
        handler.self = proxy;
        proxy.greet("before");
        keys.put(proxy, "proxy");
        Properties properties = new Properties(System.getProperties());
        properties.setProperty("own", "value");
        System.setProperty("bound.set", "yes");
        Words words = new Words();
        words.getString("hello");
        LOG.setLevel(Level.FINE);
        LOG.setUseParentHandlers(false);
        Locale[] locales = {Locale.ENGLISH, new Locale("de", "AT"), Locale.forLanguageTag("zh-Hant-TW-u-ca-roc"), Locale.ROOT};
        after(own, references, strong, weak, keys, identities, hashed, many, proxy, handler, properties, words, locales);
    }

    static void after(Own own, Object[] references, Key strong, Map<Key, String> weak, Map<Object, String> keys,
            Map<Object, Integer> identities, Set<Object> hashed, List<Key> many, Greeting proxy, Counting handler,
            Properties properties, Words words, Locale[] locales) throws Exception {
        System.out.println("before");
        System.out.println(LOCAL.get() + " " + UNSET.get() + " " + INHERITED.get() + " " + own.get()[2] + own.get().length); // here
        Thread thread = new Thread(() -> System.out.println(LOCAL.get() + " " + INHERITED.get()));
        thread.start();
        thread.join();
        System.out.println((((WeakReference<?>) references[0]).get() == strong) + " " + (((SoftReference<?>) references[1]).get() == strong)
            + " " + ((WeakReference<?>) references[2]).get() + " " + ((PhantomReference<?>) references[3]).get());
        System.out.println(weak.get(strong) + " " + weak.size());
        for (Class<?> type : new Class<?>[] {int.class, void.class, int[].class, String[][].class, Bound.class, Key[].class, Map.Entry.class, Runnable.class}) {
            System.out.print(keys.get(type) + " ");
        }
        System.out.println(keys.get(strong) + " " + keys.get(Thread.currentThread()) + " " + keys.get(proxy) + " " + keys.get(new Key()));
        System.out.println(identities.get(strong) + " " + identities.get("literal") + " " + identities.get(int.class) + " " + identities.get(new String("literal")));
        int found = 0;
        for (Key key : many) {
            found += hashed.contains(key) ? 1 : 0;
        }
        System.out.println(found + " " + hashed.remove(many.get(5)) + hashed.contains(many.get(5)) + hashed.size());
        System.out.println(proxy.greet("after") + " " + proxy.twice("x") + " " + handler.calls + " " + proxy.equals(proxy) + proxy.hashCode());
        System.out.println(proxy.toString().contains("toString") + " " + Proxy.isProxyClass(proxy.getClass()) + (proxy instanceof Comparator) + (Proxy.getInvocationHandler(proxy) == handler));
        System.out.println(properties.getProperty("own") + properties.getProperty("bound.set") + properties.getProperty("none") + System.getProperty("bound.set"));
        System.out.println(words.getString("hello") + words.getObject("number") + words.keySet().size());
        System.out.println(LOG.getLevel() + " " + LOG.getUseParentHandlers() + " " + (LOG == Logger.getLogger("runtime.graphs")));
        System.out.println((locales[0] == Locale.ENGLISH) + " " + locales[1].getDisplayCountry(Locale.ENGLISH) + " " + locales[2].toLanguageTag() + " "
            + locales[2].getUnicodeLocaleType("ca") + (locales[3] == Locale.ROOT));
        LOCAL.remove();
        System.out.println(LOCAL.get());
    }
}
