import java.util.ArrayDeque;
import java.util.Deque;

/** The same method twice in the chain, recursion above and below it, and main called by the program itself. */
public class Main {
    static final Deque<String> path = new ArrayDeque<>();

    public static void main(String[] args) {
        if (args.length == 0) {
            main(new String[] {"nested"});
            System.out.println("nested done " + path);
            path.clear();
        }
        System.out.println(args.length + " " + walk(2) + " " + path);
        if (args.length == 0) {
            main(new String[] {"again", "after"});
        }
    }

    static int walk(int depth) {
        path.push("d" + depth);
        int before = path.size();
        int sum = depth;
        if (depth > 0) {
            sum += walk(depth - 1);
        } else {
            sum += 5;
        }
        sum *= 2; // here
        System.out.println(depth + " " + before + " " + sum);
        return sum;
    }
}
