import java.util.ArrayList;
import java.util.List;

/** Class initialisers that print: those that ran before the checkpoint must not run again, the others must run once. */
public class Main {
    static final List<String> LOG = new ArrayList<>();

    static {
        System.out.println("Main is initialised");
        LOG.add("Main");
    }

    enum Colour {
        RED, GREEN, BLUE;

        static Colour favourite = GREEN;

        static {
            System.out.println("colours: " + values().length);
        }
    }

    interface Limits {
        int[] BOUNDS = bounds();

        static int[] bounds() {
            System.out.println("limits are made");
            return new int[] {1, 2, 3};
        }
    }

    static class Late {
        static int created = LOG.size() * 100;

        static {
            System.out.println("Late is initialised, " + LOG);
        }
    }

    public static void main(String[] args) {
        Colour.favourite = Colour.BLUE;
        Limits.BOUNDS[1] = 20;
        work(Colour.RED);
        System.out.println(Colour.favourite + " " + Limits.BOUNDS[1] + " " + Late.created + " " + LOG);
    }

    static void work(Colour colour) {
        LOG.add("work");
        System.out.println("before " + colour);
        LOG.add(colour.name()); // here
        switch (colour) {
            case RED -> System.out.println("red " + (colour == Colour.valueOf("RED")) + colour.ordinal());
            default -> System.out.println("another");
        }
        System.out.println(Late.created++);
    }
}
