import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.EnumMap;

/** Reflection, annotations, proxies, enums and records used on both sides of the checkpoint; each use takes identity hashes when it is the first of its kind. */
public class Main {
    enum Colour { RED, GREEN }

    record Pair(int first, String second) {}

    interface Near { int alpha(); String beta(int a); }

    interface Far { int gamma(); String beta(int a); }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Marked { int k() default 3; String name() default "none"; }

    @Marked
    static class First implements Near {
        public int alpha() { return 1; }
        public String beta(int a) { return "" + a; }
        @Marked(name = "first") public void delta() {}
    }

    static class Second implements Far {
        public int gamma() { return 2; }
        public String beta(int a) { return "b"; }
        @Marked(k = 4) public void delta() {}
        public int size() { return 2; }
    }

    static void show(String what) {
        System.out.println(what + " " + System.identityHashCode(new Object()));
    }

    static void step(Class<?> type, Class<?> named) throws Exception {
        show("methods " + type.getMethods().length);
        Method delta = type.getMethod("delta");
        delta.invoke(type.getDeclaredConstructor().newInstance());
        show("invoke");
        Marked marked = delta.getAnnotation(Marked.class);
        show(marked + " " + marked.hashCode());
        Object proxy = Proxy.newProxyInstance(Main.class.getClassLoader(), new Class<?>[] {named}, (self, method, arguments) -> 1);
        show(proxy.getClass().getInterfaces()[0].getName());
        Field field = Pair.class.getDeclaredField("first");
        field.setAccessible(true);
        show("field " + field.get(new Pair(5, "x")));
        EnumMap<Colour, String> map = new EnumMap<>(Colour.class);
        map.put(Colour.valueOf("GREEN"), "g");
        show(map.toString());
        Pair pair = new Pair(type.getName().length(), named.getName());
        show(pair + " " + pair.hashCode() + " " + pair.equals(new Pair(2, "")));
        show("k " + System.identityHashCode("k"));
    }

    static void work() throws Exception {
        show("work"); // here
        step(Second.class, Far.class);
        step(First.class, Near.class);
    }

    public static void main(String[] args) throws Exception {
        show("start");
        step(First.class, Near.class);
        work();
    }
}
