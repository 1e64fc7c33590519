import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;

/** Two calls of one method after the checkpoint, of which one handle is plain and the other is made of others. */
public class Main {
    static int first;
    static int second;

    static int same(int n) {
        return n;
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        first = 42 + args.length;
        second = 43 + args.length;
        System.out.println("before"); // here
        MethodHandle same = lookup.findStatic(Main.class, "same", MethodType.methodType(int.class, int.class));
        VarHandle plain = lookup.findStaticVarHandle(Main.class, "first", int.class);
        VarHandle filtered = MethodHandles.filterValue(
                lookup.findStaticVarHandle(Main.class, "second", int.class), same, same);
        int a = (int) plain.get();
        int b = (int) filtered.get();
        System.out.println(a + " " + b);
    }
}
