import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A static field that no instruction reads after the checkpoint, only a method handle that the JDK makes of a variable handle. */
public class Main {
    static int number;

    public static void main(String[] args) throws Throwable {
        VarHandle variable = MethodHandles.lookup().findStaticVarHandle(Main.class, "number", int.class);
        number = 41 + args.length;
        System.out.println("before"); // here
        System.out.println((int) variable.toMethodHandle(VarHandle.AccessMode.GET).invokeExact());
    }
}
