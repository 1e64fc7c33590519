import java.lang.annotation.*;
import java.lang.reflect.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;
import java.util.stream.*;
/** Names that the JDK numbers, of what was made before the checkpoint, made again, or first made after it: lambdas, proxies, accessors in stack traces, threads, pools, timers, components; and hashes of classes. */
public class Main {
    interface A { void a(); } interface B { void b(); } interface C { void c(); } public interface P { void p(); } public interface Q { void q(); } 
    @Retention(RetentionPolicy.RUNTIME) @interface Note { String value() default "x"; }
    @Note static class Noted { void boom() { throw new IllegalStateException("boom"); } void other() { throw new IllegalStateException("other"); } Noted() {} Noted(int i) { if (i > 100) throw new IllegalStateException("made"); } void last() { throw new IllegalStateException("last"); } }
    @FunctionalInterface public interface F { int f(); }
    static String id(Object o) { String n = o.getClass().getName(); return n.substring(0, n.indexOf('/') < 0 ? n.length() : n.indexOf('/')); }
    static final InvocationHandler H = new InvocationHandler() { public Object invoke(Object p, Method m, Object[] a) { return null; } };
    static Object proxy(Class<?>... of) { return Proxy.newProxyInstance(Main.class.getClassLoader(), of, H); }
    static Object proxy(ClassLoader loader, Class<?>... of) { return Proxy.newProxyInstance(loader, of, H); }
    static Runnable linkedTwice(int i) { return () -> System.out.println("twice" + i); }
    static Supplier<Object> single() { return Main::new; }
    static void trace(Throwable t) { Throwable c = t.getCause(); System.out.println(c.getMessage()); for (StackTraceElement e : c.getStackTrace()) if (e.getClassName().contains("reflect") ) System.out.println("  " + e.getClassName() + "." + e.getMethodName()); }
    static void call(Method m) throws Exception { try { m.invoke(new Noted()); } catch (InvocationTargetException e) { trace(e); } }
    static void quiet(Method m) throws Exception { try { m.invoke(new Noted()); } catch (InvocationTargetException e) { } }
    static Collector<String, ?, List<String>> list() { return Collectors.toList(); }
    public static void main(String[] args) throws Exception {
        linkedTwice(1); single();
        Object pa = proxy(A.class), pp = proxy(P.class); Object note = Noted.class.getAnnotation(Note.class); Object dep = Thread.class.getMethod("stop").getAnnotation(Deprecated.class);
        Method boom = Noted.class.getDeclaredMethod("boom"), other = Noted.class.getDeclaredMethod("other"), last = Noted.class.getDeclaredMethod("last");
        Constructor<Noted> made = Noted.class.getDeclaredConstructor(int.class);
        for (int i = 0; i < 20; i++) quiet(boom); for (int i = 0; i < 13; i++) quiet(other); for (int i = 0; i < 18; i++) made.newInstance(i);
        Runnable r = () -> System.out.println("r"); Supplier<List<String>> s = ArrayList::new;
        Comparator<String> cmp = Comparator.comparing(String::length);
        System.out.println(Stream.of("a", "b").map(x -> x + "!").collect(list()));
        Thread t = new Thread(() -> { }); ExecutorService e = Executors.newFixedThreadPool(1); e.shutdown(); Timer timer = new Timer(true); timer.cancel();
        Map<String, Object> known = new TreeMap<>();
        Object plat = Proxy.newProxyInstance(ClassLoader.getPlatformClassLoader(), new Class<?>[] {java.sql.Wrapper.class}, H);
        for (Object o : new Object[]{r, s, pa, pp, note, dep, cmp, plat}) known.put(id(o), o);
        ForkJoinPool fj = new ForkJoinPool(1); fj.shutdown();
        java.awt.Panel panel = new java.awt.Panel(); String pn = panel.getName(); panel = null;
        try (AutoCloseable c = null) { }
        System.out.println("before");
        System.out.println(known.keySet()); // here
        System.out.println(id(r) + known.containsKey(id(r)) + known.containsKey(id(pa)) + known.containsKey(id(cmp)) + known.containsKey(id(dep)) + (dep.getClass() == Thread.class.getMethod("stop").getAnnotation(Deprecated.class).getClass()));
        System.out.println(id(linkedTwice(2)) + id(single()) + (note.getClass() == Noted.class.getAnnotation(Note.class).getClass()));
        Runnable late = () -> System.out.println("late"); System.out.println(id(late) + " " + id(Function.identity()) + id(Comparator.<String>naturalOrder().reversed()) + id(Map.Entry.comparingByKey()));
        System.out.println(Stream.of("a", "b").map(x -> x + "?").collect(list()) + id(list().supplier()) + id(list().accumulator()) + id(list().combiner()) + id(Collectors.joining().supplier()));
        System.out.println(id(proxy(B.class)) + id(proxy(Q.class)) + id(proxy(A.class)) + id(proxy(P.class)) + id(Override.class) + id(proxy(Runnable.class)));
        System.out.println(proxy(P.class).getClass().getModule().getName() + proxy(P.class).getClass().getPackageName());
        System.out.println(new Thread().getName() + t.getName() + new Thread().getId()); ExecutorService e2 = Executors.newFixedThreadPool(1); System.out.println(e2.submit(() -> Thread.currentThread().getName()).get()); e2.shutdown();
        Timer timer2 = new Timer(true); BlockingQueue<String> q = new LinkedBlockingQueue<>(); timer2.schedule(new TimerTask() { public void run() { q.add(Thread.currentThread().getName()); } }, 0); System.out.println(q.take()); timer2.cancel();
        call(boom); call(other); call(other); call(other); call(other); call(other); for (int i = 0; i < 16; i++) quiet(last); call(last);
        try { made.newInstance(200); } catch (InvocationTargetException x) { trace(x); }
        System.out.println(new ForkJoinPool(1).submit(() -> Thread.currentThread().getName()).get() + " " + new java.awt.Panel().getName() + pn);
        System.out.println(plat.getClass() == proxy(ClassLoader.getPlatformClassLoader(), java.sql.Wrapper.class).getClass());
        System.out.println(id(plat) + plat.getClass().getModule().getName() + " " + plat.getClass().getClassLoader().getName());
        System.out.println(cmp.compare("a", "bb"));
        System.out.println(r.getClass().hashCode() + " " + pa.getClass().hashCode() + " " + s.getClass().hashCode() + " " + linkedTwice(3).getClass().hashCode());
    }
}
