import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** The first and the last line of methods, bodies of lambdas, static initialisers, empty and endless methods. */
public class Main {
    static final List<String> LOG = new ArrayList<>();

    static class Late {
        static final List<String> TABLE = new ArrayList<>();
        static int size;

        static {
            TABLE.add("table"); // clinit
            size = grow(3); // clinitCall
        }

        static int grow(int n) {
            TABLE.add("grow" + n); // grow
            return n;
        }
    }

    public static void main(String[] args) { int first = args.length; // mainFirst
        System.out.println("first " + first);
        empty(first);
        System.out.println(recursive(4)); // recursive
        IntFunction<String> function = n -> {
            LOG.add("lambda " + n); // lambda
            return "f" + n;
        };
        System.out.println(function.apply(2)); // apply
        System.out.println(Late.size); // late
        System.out.println(LOG + " " + Late.TABLE);
    } // mainLast

    static void empty(int n) {
    } // empty

    static int recursive(int n) { // signature
        int below = n == 0 ? 0 : recursive(n - 1); // recursiveFirst
        return below + n; // recursiveLast
    }
}
