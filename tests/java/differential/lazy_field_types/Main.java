import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Stack;
import java.util.Timer;
import java.util.UUID;

/** Classes that fields name before the checkpoint and that are loaded behind it: loading one takes an identity hash. */
public class Main {
    static class Lazy {}

    static class Later {}

    static class Never {}

    static class Holder {
        Lazy lazy;
        Never never;
        int x = 3;
    }

    static Holder holder;
    static Later later;

    public static void main(String[] args) {
        holder = new Holder();
        run();
    }

    static void run() {
        System.out.println("checkpoint"); // here
        System.out.println(holder.x + " " + new Object().hashCode());
        holder.lazy = new Lazy();
        System.out.println(holder.lazy != null ? new Object().hashCode() : 0);
        Map<Class<?>, String> names = new HashMap<>();
        for (Class<?> c : new Class<?>[] {BitSet.class, UUID.class, Timer.class, Stack.class, Random.class}) {
            names.put(c, c.getSimpleName());
        }
        System.out.println(names.values());
        later = new Later();
        System.out.println(later != null ? new Object().hashCode() : 0);
    }
}
