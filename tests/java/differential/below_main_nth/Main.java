import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** The root calls itself and is called often; only outermost calls count, and an exception passes through it. */
public class Main {
    private static final Map<String, Integer> SEEN = new TreeMap<>();
    private static Class<?> late;

    public static void main(String[] args) {
        for (int i = 0; i < 4; i++) {
            Object[] shared = {i, "text" + i, new int[] {i}};
            try {
                System.out.println(root(3, shared) + Arrays.toString((int[]) shared[2]) + shared[1]);
            } catch (IllegalStateException e) {
                System.out.println("caught " + e.getMessage() + Arrays.toString((int[]) shared[2]) + shared[1] + late);
            }
        }
        System.out.println(SEEN + " " + Late.count);
    }

    static int root(int depth, Object[] shared) {
        SEEN.merge("depth" + depth, 1, Integer::sum);
        if (depth > 1) {
            return root(depth - 1, shared) + 1;
        }
        return 10 * leaf(shared);
    }

    static int leaf(Object[] shared) {
        ((int[]) shared[2])[0] += 100;
        shared[1] = "changed" + Late.next();
        late = Late.class;
        System.out.println("leaf " + shared[0] + shared[1]); // here
        if ((int) shared[0] == 2) {
            throw new IllegalStateException("two");
        }
        return (int) shared[0];
    }

    static class Late {
        static int count;

        static {
            System.out.println("initialised");
        }

        static int next() {
            return ++count;
        }
    }
}
