import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The region starts in the middle of an expression: values of every kind lie on the operand stack at the checkpoint. */
public class Main {
    static int calls;
    final List<Object> log = new ArrayList<>();
    long[] cells = {1, 2, 3};

    record Item(String name, long weight, Object inner) {}

    public static void main(String[] args) {
        Main main = new Main();
        for (int i = 0; i < 3; i++) {
            System.out.println(main.sums(i, 1L << 40, 0.5f));
            main.cells[main.next(i) % 3] += 5
                + main.next(i) * 7L // cells
                + main.cells[i];
        }
        System.out.println(main.texts("a", args));
        System.out.println(main.objects(3));
        System.out.println(main.choice(args.length > 3, 9));
        System.out.println(main.log + " " + calls + " " + main.cells[0] + main.cells[1] + main.cells[2]);
    }

    int next(int i) {
        calls++;
        log.add("next " + i);
        return i + calls;
    }

    String sums(int i, long big, float half) {
        double d = big
            * (half + next(i))
            - (i > 0 ? big : half)
            / next((int) half); // sums
        return "sums " + d;
    }

    String texts(String a, String[] args) {
        int n = args.length + 2;
        return a + n
            + next(n) // texts
            + log.size()
            + (char) ('a' + n)
            + Map.of(a, n);
    }

    Item objects(int n) {
        return new Item(
            "outer" + n,
            next(n),
            new Item("inner",
                next(n) * 2L, // unfinished
                new StringBuilder("deep")
                    .append(n)
                    .append(next(n)) // builder
                    .toString()));
    }

    int choice(boolean which, int n) {
        int[] both = {
            n,
            which ? n * 2
                : next(n), // ternary
            next(n),
        };
        log.add(both.length
            + next(1)); // last
        return both[0] + both[1] + both[2];
    }
}
