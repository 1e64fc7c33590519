import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Lambda objects compared by identity: an instruction without captured values gives the same object each time, one with
 * captured values objects of the same class, also if it is evaluated before and after the checkpoint, and in a method of
 * the chain and elsewhere.
 */
public class Main {
    interface Sign {
        Supplier<String> DEFAULT = () -> "constant of an interface";

        static Supplier<String> plus() {
            return () -> "plus";
        }

        default Supplier<String> minus() {
            return () -> "minus";
        }
    }

    static final List<Object> SEEN = new ArrayList<>();

    static Runnable plain() {
        return () -> System.out.println("plain");
    }

    static Supplier<Integer> bound(int n) {
        return () -> n;
    }

    static Comparator<String> serializable() {
        return (Comparator<String> & Serializable) (a, b) -> b.compareTo(a);
    }

    static Function<Object, String> first() {
        return String::valueOf;
    }

    static Function<Object, String> second() {
        return String::valueOf;
    }

    static List<Object> all() {
        return List.of(plain(), bound(3), serializable(), first(), second(), Sign.plus(), new Sign() {}.minus(), Function.identity(),
            Sign.DEFAULT);
    }

    public static void main(String[] args) {
        SEEN.addAll(all());
        chain(2, SEEN);
        System.out.println("from the chain's method again");
        chain(-1, SEEN);
    }

    /** Has an instruction that is evaluated in the chain's clone before and after the checkpoint, and in the original. */
    static void chain(int turn, List<Object> seen) {
        for (int i = 0; i < 2; i++) {
            Runnable here = () -> System.out.println("in the chain");
            Supplier<Integer> with = () -> turn;
            Supplier<Object> made = Object::new;
            Supplier<Object> again = Object::new;
            System.out.println((made == again) + " " + with.get());
            seen.addAll(List.of(here, with.getClass(), made, again));
        }
        if (turn >= 0) {
            chain(turn - 2, seen);
            compare(seen);
            chain(-1, seen);
            compare(seen);
        }
    }

    /** Prints for each object the first one that is the same, and the first one of the same class. */
    static void compare(List<Object> seen) {
        System.out.println("before");
        List<Object> objects = new ArrayList<>(seen); // here
        objects.addAll(all());
        for (int i = 0; i < objects.size(); i++) {
            int same = 0;
            while (objects.get(same) != objects.get(i)) {
                same++;
            }
            int alike = 0;
            while (objects.get(alike).getClass() != objects.get(i).getClass()) {
                alike++;
            }
            System.out.println(i + ": " + same + " " + alike);
        }
        System.out.println("end");
    }
}
