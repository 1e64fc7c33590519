import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.Supplier;

/** Lambdas and method references of every kind, and records, live across the checkpoint. */
public class Main {
    record Point(int x, int y) implements Comparable<Point> {
        static final Point ORIGIN = new Point(0, 0);

        Point {
            if (x < 0) {
                throw new IllegalArgumentException();
            }
        }

        @Override
        public int compareTo(Point other) {
            return Integer.compare(x * x + y * y, other.x * other.x + other.y * other.y);
        }
    }

    record Pair<A, B>(A left, B right) {}

    enum Operation {
        ADD((a, b) -> a + b),
        MULTIPLY((a, b) -> a * b);

        final IntBinaryOperator code;

        Operation(IntBinaryOperator code) {
            this.code = code;
        }
    }

    private int base = 7;

    int shifted(int by) {
        return base + by;
    }

    public static void main(String[] args) {
        Main main = new Main();
        int[] counter = {0};
        List<Function<Integer, Object>> functions = new ArrayList<>();
        functions.add(number -> number + counter[0]++);
        functions.add(main::shifted);
        functions.add(Integer::toHexString);
        functions.add(ArrayList<String>::new);
        functions.add(number -> new Pair<>(number, Point.ORIGIN));
        Map<Point, String> names = new TreeMap<>(Comparator.<Point>reverseOrder().thenComparing(Point::y));
        names.put(new Point(3, 4), "far");
        names.put(new Point(1, 1), "near");
        Supplier<Supplier<String>> nested = () -> () -> "nested " + names.size() + counter[0];
        apply(functions, 30);
        names.put(new Point(9, 9), "farther");
        System.out.println(names + " " + nested.get().get());
        System.out.println(new Pair<>(1, "a").equals(new Pair<>(1, "a")) + " " + new Point(1, 2).hashCode());
    }

    static void apply(List<Function<Integer, Object>> functions, int number) {
        functions.get(0).apply(0);
        System.out.println("before " + functions.size());
        functions.add(number2 -> Point.ORIGIN.equals(new Point(number2, 0))); // here
        for (Function<Integer, Object> function : functions) {
            System.out.println(function.apply(number));
        }
        System.out.println(Operation.MULTIPLY.code.applyAsInt(6, 7) + " " + Operation.ADD.code.applyAsInt(6, 7));
    }
}
