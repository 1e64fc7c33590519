import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;

/** A proxy's handler calls the default method of the interface. */
public class Handled {
    static int level = 1;

    interface Named {
        String name();

        default String shown() {
            return name() + " at " + level;
        }
    }

    public static void main(String[] args) {
        level = 99;
        InvocationHandler handler = (proxy, method, values) ->
                method.isDefault() ? InvocationHandler.invokeDefault(proxy, method, values) : "handled";
        Named named = (Named) Proxy.newProxyInstance(Handled.class.getClassLoader(), new Class<?>[] {Named.class}, handler);
        System.out.println("checkpoint"); // handled
        System.out.println(named.shown());
    }
}
