import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** The chain passes through a proxy to its handler. */
public class Main implements InvocationHandler {
    interface Greeter {
        int greet(String name, long times);
    }

    public static void main(String[] args) {
        Greeter greeter =
                (Greeter) Proxy.newProxyInstance(Main.class.getClassLoader(), new Class<?>[] {Greeter.class}, new Main());
        int sum = 10;
        sum += greeter.greet("world", 3L);
        System.out.println(sum + greeter.greet("again", 1L));
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] args) {
        System.out.println(method.getName() + " " + args[0] + " " + args[1]); // here
        return ((String) args[0]).length();
    }
}
