import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Static fields that no instruction reads after the checkpoint, only a handle made before it. */
public class Main {
    static int count = 5;
    static String name = "first";

    /** Keeps a handle of its own field, made before it is initialised. */
    static class Own {
        static volatile int number;
        static final VarHandle NUMBER;

        static {
            try {
                NUMBER = MethodHandles.lookup().findStaticVarHandle(Own.class, "number", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        static int add(int n) {
            return (int) NUMBER.getAndAdd(n) + number;
        }
    }

    public static void main(String[] args) throws Throwable {
        VarHandle counter = MethodHandles.lookup().findStaticVarHandle(Main.class, "count", int.class);
        MethodHandle getter = MethodHandles.lookup().findStaticGetter(Main.class, "name", String.class);
        count += args.length;
        name += args.length;
        System.out.println(Own.add(3));
        System.out.println("before"); // here
        System.out.println((int) counter.getAndAdd(3));
        System.out.println((int) counter.get());
        System.out.println((String) getter.invokeExact());
        System.out.println(Own.add(4) + (int) Own.NUMBER.getVolatile());
    }
}
