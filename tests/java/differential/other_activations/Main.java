import java.lang.reflect.Method;
import java.util.List;
import java.util.function.Supplier;

/** Methods of chains that call one another through the JDK, by more activations than the chains have. */
public class Main {
    private static int n;

    interface Node {
        int eval();
    }

    public static void main(String[] args) throws Exception {
        List<Supplier<String>> all = List.of(() -> timed("inner", Main::work) + "!", Main::work);
        for (Supplier<String> each : all) {
            System.out.println(timed("outer", each)); // timed
        }
        System.out.println(go(both(leaf(1), both(leaf(2), leaf(3))))); // tree
        run(1); // run
        descend("q", 3); // first
        System.out.println("end " + n);
    }

    private static <T> T timed(String name, Supplier<T> supplier) {
        System.out.println("start " + name + ++n);
        T value = supplier.get(); // get
        System.out.println("stop " + name + n);
        return value;
    }

    private static String work() {
        n++;
        System.out.println("work " + n); // work
        return "w" + n;
    }

    private static Node leaf(int k) {
        return () -> {
            n += k;
            System.out.println("leaf " + k + n); // leaf
            return k;
        };
    }

    private static Node both(Node left, Node right) {
        return () -> go(left) * 10 + go(right);
    }

    private static int go(Node node) {
        System.out.println("go " + ++n);
        int value = node.eval(); // eval
        System.out.println("went " + n);
        return value + 1;
    }

    public static void run(int i) throws Exception {
        Method other = Main.class.getDeclaredMethod("run", String.class);
        n += i;
        other.invoke(null, "x"); // invoke
        System.out.println("back " + n);
    }

    public static void run(String text) {
        n++;
        reach(text);
        System.out.println("leaving " + n);
    }

    private static void reach(String text) {
        n++;
        System.out.println("reach " + text + n); // end
    }

    public static void descend(String text, int depth) throws Exception {
        n++;
        System.out.println("descend " + depth + n);
        if (depth == 0) {
            bottom(text);
            return;
        }
        Method same = Main.class.getDeclaredMethod("descend", String.class, int.class);
        same.invoke(null, text + depth, depth - 1); // again
        System.out.println("done " + depth + n);
    }

    private static void bottom(String text) {
        n++;
        System.out.println("bottom " + text + n); // below
    }
}
