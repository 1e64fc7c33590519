import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.util.function.IntSupplier;

/** A static field that no instruction reads after the checkpoint, only a method handle behind an interface. */
public class Main {
    static int number;

    public static void main(String[] args) throws Throwable {
        number = 41 + args.length;
        System.out.println("before"); // here
        MethodHandle getter = MethodHandles.lookup().findStaticGetter(Main.class, "number", int.class);
        System.out.println(MethodHandleProxies.asInterfaceInstance(IntSupplier.class, getter).getAsInt());
    }
}
