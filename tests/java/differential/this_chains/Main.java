import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Chains through constructors: this(…), super(…), nested new, anonymous, local and inner classes, enums, records. */
public class Main {
    static final List<String> LOG = new ArrayList<>();

    static class Base {
        final String base;
        long filled;

        Base(String base, long n) {
            this.base = base;
            filled = fill(n) + 1L; // fill
            LOG.add("base " + base);
        }

        long fill(long n) {
            return n;
        }
    }

    static class Derived extends Base {
        final int[] values;
        String late = "late" + LOG.size();

        Derived(int n) {
            this("derived" + n, n, Main.scan(n) * 2L); // this
            LOG.add("after this " + values.length);
        }

        Derived(String name, int n, double weight) {
            super(name + weight, n);
            values = new int[n]; // values
            LOG.add("values " + base + filled + late);
        }

        @Override
        long fill(long n) {
            LOG.add("overridden fill " + n + late);
            return n * 10; // overridden
        }
    }

    class Inner {
        final String mine;

        Inner(int n) {
            mine = field + n;
            LOG.add("inner " + mine); // inner
        }
    }

    private final String field = "f" + LOG.size();

    enum Planet {
        EARTH(1), MARS(2);

        final double mass;

        Planet(int n) {
            mass = n * 1.5; // enum
            System.out.println("planet " + n);
        }
    }

    record Range(int from, int to) {
        Range {
            if (from > to) {
                int swap = from;
                from = to;
                to = swap; // compact
            }
            LOG.add("range " + from);
        }

        Range(int to) {
            this(scan(to), to); // canonical
        }
    }

    static class Wrapper {
        final Object content;

        Wrapper(Object content) {
            this.content = content;
            LOG.add("wrap " + (content instanceof Wrapper)); // wrap
        }
    }

    static int scan(int n) {
        LOG.add("scan " + n); // scan
        return n + 1;
    }

    public static void main(String[] args) {
        Main main = new Main();
        int n = args.length + 3;
        Base made = new Derived(n); // derived
        System.out.println(made.base + made.filled);
        System.out.println(main.new Inner(n).mine); // newInner
        System.out.println(new Wrapper(new Wrapper(new Wrapper(scan(n)))).content.getClass()); // wrappers
        System.out.println(new Range(7) + " " + new Range(9, 2)); // ranges
        Range swapped = new Range(9, 4); // swapped
        System.out.println(swapped);
        System.out.println(local(n, "captured")); // local
        System.out.println(Planet.MARS.mass); // planets
        System.out.println(LOG);
    }

    static String local(int n, String text) {
        long before = n * 100L;
        class Local {
            final long own = n + before;

            String get(int more) {
                LOG.add("local " + text + own); // localGet
                return text + more + before;
            }
        }
        Supplier<String> anonymous = new Supplier<>() {
            final Local local = new Local();

            @Override
            public String get() {
                return local.get(n * 2) + local.own; // anonymousGet
            }
        };
        return anonymous.get() + before; // supply
    }
}
