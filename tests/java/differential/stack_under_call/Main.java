import java.util.ArrayList;
import java.util.List;

/** Values lie on the operand stack under the arguments of the chain calls: of every kind, and across two frames. */
public class Main {
    static int calls;

    public static void main(String[] args) {
        long big = 1L << 40;
        double half = 0.5;
        List<String> names = new ArrayList<>(List.of("a", "b"));
        String text = "sum " + (big + half * middle(names, big, 3)) + " of " + names;
        System.out.println(text);
        System.out.println(names.size() + calls);
    }

    static int middle(List<String> names, long big, int depth) {
        names.add("c" + big);
        int[] cells = {1, 2, 3};
        cells[index(names) + 1] += 10 * leaf(names.get(0), depth, (float) big) - calls;
        return cells[0] + cells[1] + cells[2];
    }

    static int index(List<String> names) {
        return names.size() > 100 ? 1 : 0;
    }

    static int leaf(String name, int depth, float value) {
        calls++;
        System.out.println("before " + name);
        System.out.println("after " + depth + " " + value); // here
        return depth * name.length();
    }
}
