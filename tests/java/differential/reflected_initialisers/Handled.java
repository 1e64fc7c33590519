import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

public class Handled {
    static int level = 1;

    static class Read {
        static {
            System.out.println("initialised at " + level);
        }
    }

    public static void main(String[] args) throws Throwable {
        level = 99;
        System.out.println("checkpoint"); // handled
        MethodHandle made = MethodHandles.lookup().findConstructor(Read.class, MethodType.methodType(void.class));
        System.out.println(made.invoke().getClass());
    }
}
