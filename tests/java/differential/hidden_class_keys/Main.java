import java.util.*;
import java.lang.reflect.*;
/** Classes of lambdas and proxies as keys of hash tables, which are ordered by their identity hashes. */
public class Main {
    interface A { void a(); }
    interface B { void b(); }
    public static void main(String[] args) {
        InvocationHandler h = new H();
        Map<Class<?>, String> m = new HashMap<>();
        Map<Class<?>, String> i = new IdentityHashMap<>();
        int k = args.length;
        Object[] all = new Object[] { (Runnable) () -> System.out.println("r"), (Runnable) () -> System.out.println("s" + k),
            (java.util.function.Supplier<String>) String::new, Proxy.newProxyInstance(Main.class.getClassLoader(), new Class<?>[] {A.class}, h),
            Proxy.newProxyInstance(Main.class.getClassLoader(), new Class<?>[] {B.class}, h), (Runnable) () -> System.out.println("t"),
            Comparator.naturalOrder(), Map.Entry.comparingByKey(), java.util.function.Function.identity() };
        int n = 0;
        for (Object o : all) { m.put(o.getClass(), "n" + n); i.put(o.getClass(), "n" + n++); }
        System.out.println("before");
        System.out.println(m.values() + " " + i.values()); // here
        for (Object o : all) System.out.print(m.get(o.getClass()) + " " + i.get(o.getClass()) + " " + Integer.toHexString(o.getClass().hashCode()) + " ");
        System.out.println();
        System.out.println(new Object().hashCode());
    }
    static class H implements InvocationHandler { public Object invoke(Object p, Method m, Object[] a) { return null; } }
}
