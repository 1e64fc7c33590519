import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Regions that end: where they start, above, below and beside that, behind an exception, in other calls of the same methods. */
public class Main {
    interface Shape {
        default int area(int n) {
            int area = n * side();
            System.out.println("area " + area); // area
            return area;
        }

        int side();
    }

    static class Square implements Shape {
        final int side;

        Square(int side) {
            this.side = side;
            System.out.println("square " + side); // square
            LOG.add("square");
        }

        @Override
        public int side() {
            return side;
        }
    }

    static class Other implements Shape {
        @Override
        public int side() {
            return 1;
        }

        @Override
        public int area(int n) {
            System.out.println("no area");
            return 0;
        }
    }

    static final List<String> LOG = new ArrayList<>();
    static int total;

    public static void main(String[] args) throws IOException {
        note("begin");
        try (PrintWriter out = new PrintWriter("out.txt")) {
            for (int i = 0; i < 3; i++) {
                round(out, i); // round
                note("between " + i); // between
                out.println("between");
            }
        }
        note("behind");
        if (args.length > 0) {
            System.exit(Integer.parseInt(args[0]));
        }
        throw new IllegalStateException("total " + total);
    }

    static void round(PrintWriter out, int i) {
        total += i;
        System.out.println("start " + i); // start
        out.println("start " + i);
        note("first " + i);
        Shape shape = i == 0 ? new Other() : new Square(i); // shape
        total += shape.area(i); // virtual
        out.flush();
        note("second " + i); // second
        try {
            total += recurse(3); // recurse
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage()); // caught
            total++;
        } finally {
            System.out.println("finally"); // finally
        }
        System.out.println("last " + i); // last
    }

    static void note(String text) {
        System.out.println("note " + text);
        LOG.add(text); // noted
        System.out.println(LOG.size());
    }

    static int recurse(int n) {
        System.out.println("recurse " + n);
        if (n > 0) {
            return n + recurse(n - 1); // deeper
        }
        if (total == 8) {
            throw new ArithmeticException("eight");
        }
        return total; // bottom
    }

    static void never() {
        System.out.println("never");
    }
}
