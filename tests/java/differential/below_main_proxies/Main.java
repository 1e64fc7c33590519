import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** Proxies that are made above the root of the chain, and below it: of annotations. */
public class Main {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Test {
        String value();
    }

    interface Named {
        String name();
    }

    static Named named;

    @Test("one")
    public void one() throws Exception {
        int length = named.name().length() + Main.class.getMethod("one").getAnnotation(Test.class).value().length();
        System.out.println("one " + length); // here
        System.out.println(named.name());
    }

    public static void main(String[] args) throws Exception {
        named = (Named) Proxy.newProxyInstance(Main.class.getClassLoader(), new Class<?>[] {Named.class}, (p, m, a) -> "called " + m.getName());
        Method method = Main.class.getMethod("one");
        method.invoke(new Main());
        System.out.println("end " + named.name());
    }
}
