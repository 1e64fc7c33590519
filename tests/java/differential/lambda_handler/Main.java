import java.lang.reflect.Proxy;

/** The handler of a proxy is a lambda. */
public class Main {
    interface Greeting {
        String to(String name);
    }

    static int count;

    static String greet(Object name) {
        count++; // here
        return "hello " + name + " " + count;
    }

    static Greeting greeting() {
        Class<?>[] types = {Greeting.class};
        return (Greeting) Proxy.newProxyInstance(Main.class.getClassLoader(), types, (proxy, method, arguments) -> greet(arguments[0]));
    }

    public static void main(String[] args) {
        Greeting greeting = greeting();
        System.out.println(greeting.to("you"));
        System.out.println(greeting.to("all"));
    }
}
