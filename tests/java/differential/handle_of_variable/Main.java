import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A static field that no instruction reads after the checkpoint, only a method handle that the JDK makes of a variable handle; and a field
 * that the class of whose instances the handle is inherits.
 */
public class Main {
    static int number;

    static class Value {
        volatile long value = 6;
    }

    static class Sequence extends Value {
        final long first = 1;
    }

    public static void main(String[] args) throws Throwable {
        VarHandle variable = MethodHandles.lookup().findStaticVarHandle(Main.class, "number", int.class);
        VarHandle inherited = MethodHandles.lookup().findVarHandle(Sequence.class, "value", long.class);
        Sequence sequence = new Sequence();
        number = 41 + args.length;
        System.out.println("before"); // here
        System.out.println((int) variable.toMethodHandle(VarHandle.AccessMode.GET).invokeExact());
        System.out.println(inherited.compareAndSet(sequence, 6L, 7L) + " " + sequence.value + " " + inherited.coordinateTypes());
    }
}
