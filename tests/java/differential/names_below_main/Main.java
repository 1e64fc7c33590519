import java.lang.reflect.*;
import java.util.*;
import java.util.function.*;
/** A chain that starts below main: numbers and hashes of classes that the frames above the root link in the replay, too; a property set there. */
public class Main {
    interface A { void a(); } public interface B { void b(); }
    static String id(Object o) { String n = o.getClass().getName(); return n.substring(0, n.indexOf('/') < 0 ? n.length() : n.indexOf('/')); }
    static final InvocationHandler H = new InvocationHandler() { public Object invoke(Object p, Method m, Object[] a) { return null; } };
    static Object proxy(Class<?>... of) { return Proxy.newProxyInstance(Main.class.getClassLoader(), of, H); }
    static Runnable early;
    static Map<Object, String> keys = new HashMap<>();
    static void fail() { throw new IllegalStateException("x"); }
    static void call(Method m, boolean show) throws Exception { try { m.invoke(null); } catch (InvocationTargetException e) { if (show) System.out.println(e.getCause().getStackTrace()[1] + " " + e.getCause().getStackTrace()[2]); } }
    public static void main(String[] args) throws Exception {
        System.setProperty("os.arch", "vax");
        early = () -> System.out.println("early"); Object p = proxy(A.class);
        for (int i = 0; i < 3; i++) later(i, p);
    }
    static Runnable twice(int i) { return () -> System.out.println(i); }
    static void later(int n, Object p) throws Exception {
        Method fail = Main.class.getDeclaredMethod("fail");
        for (int i = 0; i < 9; i++) call(fail, false);
        Runnable r = n == 1 ? () -> System.out.println("one") : () -> System.out.println("other"); keys.put(r.getClass(), "r" + n); Object q = n > 0 ? proxy(B.class) : null; keys.put(p.getClass(), "p"); keys.put(twice(n).getClass(), "twice");
        System.out.println("before");
        System.out.println(id(early) + id(r) + id(p) + (q == null ? "" : id(q)) + keys.values() + keys.get(r.getClass()) + keys.get(twice(1).getClass()) + id(twice(1))); // here
        Supplier<String> s = String::new; System.out.println(id(s) + System.getProperty("os.arch")); call(fail, true);
    }
}
