import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Chain calls of all kinds: bridges, varargs, private and static interface methods, super, overriding receivers. */
public class Main {
    static final List<Object> LOG = new ArrayList<>();

    interface Source<T> {
        T take(int n);

        private String secret(long under, T value) {
            LOG.add("secret " + value); // secret
            return value + "!" + under;
        }

        default String open(int n) {
            long under = n * 3L;
            return under + secret(under, take(n)) + under; // open
        }

        static <E extends Comparable<E>> E most(List<? extends E> all) {
            E best = null;
            for (E each : all) {
                if (best == null || each.compareTo(best) > 0) {
                    best = each; // most
                }
            }
            return best;
        }
    }

    static class Numbers implements Source<Integer> {
        @Override
        public Integer take(int n) {
            LOG.add("take " + n); // take
            return n * n;
        }
    }

    static class MoreNumbers extends Numbers {
        @Override
        public Integer take(int n) {
            int below = super.take(n + 1); // superTake
            return below + 1;
        }

        @Override
        public String open(int n) {
            return "more " + super.open(n); // superOpen
        }
    }

    abstract static class Shape {
        final double total(double... sizes) {
            double sum = 0;
            for (double size : sizes) {
                sum += area(size, "x", (short) 3); // area
            }
            return sum;
        }

        abstract double area(double size, Object name, short s);
    }

    static class Round extends Shape {
        @Override
        double area(double size, Object name, short s) {
            LOG.add(name + "round" + size); // round
            return size * s;
        }
    }

    static class Square extends Shape {
        @Override
        double area(double size, Object name, short s) {
            LOG.add(name + "square" + size); // square
            return size * size;
        }
    }

    public static void main(String[] args) {
        Source<Integer> source = args.length > 5 ? new Numbers() : new MoreNumbers();
        System.out.println(source.open(4)); // opens
        System.out.println(1L + source.take(5)); // bridge
        System.out.println(Source.most(Arrays.asList("b", "d", "a"))); // mosts
        Shape[] shapes = {new Round(), new Square(), new Round()};
        for (Shape shape : shapes) {
            System.out.println(shape.total(1.5, 2, 3f)); // total
        }
        System.out.println(count("n", 1, 2L, 'c', null, new int[] {3})); // varargs
        System.out.println(LOG);
    }

    static int count(String name, Object... values) {
        LOG.add(name + values.length); // count
        return Arrays.asList(values).indexOf(null) + values.length;
    }
}
