import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Equal method references at several places of one class are different objects, also where jcp changes the code around
 * them: in the root, in a class initialiser, in methods that intern strings, in a constructor of the chain.
 */
public class Main {
    static final Function<Object, String> IN_INITIALISER = String::valueOf;
    static final Function<Object, String> IN_INITIALISER_TOO = String::valueOf;
    private final List<Object> own = new ArrayList<>();

    Main(List<Object> all, boolean checkpoint) {
        Function<Object, String> here = String::valueOf;
        UnaryOperator<String> interned = String::intern;
        own.add(here);
        own.add(interned);
        if (checkpoint) {
            after(all);
        }
        Function<Object, String> later = String::valueOf;
        own.add(later);
        own.add(interned.apply("x" + all.size()));
    }

    static List<Object> made(int n) {
        String text = ("text" + n).intern();
        Function<Object, String> one = String::valueOf;
        Function<Object, String> two = String::valueOf;
        Supplier<String> both = () -> text + n;
        return Arrays.asList(one, two, both.getClass(), text);
    }

    public static void main(String[] args) {
        Function<Object, String> one = String::valueOf;
        List<Object> all = new ArrayList<>(Arrays.asList(IN_INITIALISER, IN_INITIALISER_TOO, one));
        for (int turn = 0; turn < 3; turn++) {
            Function<Object, String> two = String::valueOf;
            Function<Object, String> three = String::valueOf;
            all.addAll(Arrays.asList(two, three));
            all.addAll(made(turn));
            all.addAll(new Main(all, false).own);
            all.addAll(new Main(all, turn == 1).own);
        }
        Function<Object, String> last = String::valueOf;
        all.add(last);
        show(all);
    }

    static void after(List<Object> all) {
        System.out.println("before");
        show(all); // here
    }

    /** For each object the first one that is the same. */
    static void show(List<Object> all) {
        StringBuilder text = new StringBuilder();
        for (Object each : all) {
            int first = 0;
            while (all.get(first) != each) {
                first++;
            }
            text.append(first).append(' ');
        }
        System.out.println(text);
    }
}
