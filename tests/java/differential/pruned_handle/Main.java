import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.util.function.ToIntFunction;

/** A handle that is made before the checkpoint reads a field after it, and only code of the JDK calls it. */
public class Main {
    public static class Held {
        public int value = 3;
    }

    static Held held = new Held();
    static ToIntFunction<Held> function;

    @SuppressWarnings("unchecked")
    public static void main(String[] args) throws Throwable {
        MethodHandle getter = MethodHandles.lookup().findGetter(Held.class, "value", int.class);
        if (args.length > 0) function = MethodHandleProxies.asInterfaceInstance(ToIntFunction.class, getter);
        System.out.println("checkpoint"); // here
        System.out.println(held.getClass());
        if (function != null) System.out.println(function.applyAsInt(held));
    }
}
