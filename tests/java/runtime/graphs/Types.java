import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/** Enums, records, and classes inside classes and methods. */
public class Types {
    enum Plain { A, B, C }

    enum Shape {
        ROUND { @Override double area(double r) { return Math.PI * r * r; } },
        SQUARE { @Override double area(double r) { return r * r; } };

        int used;

        abstract double area(double r);
    }

    enum Huge {
        H00, H01, H02, H03, H04, H05, H06, H07, H08, H09, H10, H11, H12, H13, H14, H15, H16, H17, H18, H19, H20, H21, H22, H23, H24, H25, H26,
        H27, H28, H29, H30, H31, H32, H33, H34, H35, H36, H37, H38, H39, H40, H41, H42, H43, H44, H45, H46, H47, H48, H49, H50, H51, H52, H53,
        H54, H55, H56, H57, H58, H59, H60, H61, H62, H63, H64, H65
    }

    /** Not initialised before the checkpoint. */
    enum Late {
        X, Y;

        static {
            System.out.println("Late is initialised");
        }
    }

    record Point(int x, long y, String name, Object more) {
        Point {
            if (x < 0) {
                throw new IllegalArgumentException("negative");
            }
        }
    }

    record Pair<A, B>(A first, B second) {}

    interface Counter {
        int count();
    }

    class Inner implements Counter {
        int n = base;

        class Innermost implements Counter {
            @Override
            public int count() {
                return ++n + ++base;
            }
        }

        @Override
        public int count() {
            return ++n;
        }
    }

    int base = 10;

    List<Counter> counters() {
        Inner inner = new Inner();
        List<Counter> all = new ArrayList<>(List.of(inner, inner.new Innermost()));
        int[] captured = {5};
        String label = "label" + base;
        all.add(new Counter() {
            int own = 100;

            @Override
            public int count() {
                return own++ + ++captured[0] + label.length() + base;
            }
        });
        class Local implements Counter {
            @Override
            public int count() {
                return captured[0] * 2;
            }
        }
        all.add(new Local());
        return all;
    }

    public static void main(String[] args) {
        Map<Plain, String> names = new EnumMap<>(Plain.class);
        names.put(Plain.C, "c");
        names.put(Plain.A, "a");
        EnumSet<Plain> some = EnumSet.of(Plain.B, Plain.A);
        EnumSet<Huge> many = EnumSet.range(Huge.H60, Huge.H65);
        many.add(Huge.H03);
        Shape.ROUND.used = 7;
        Map<Object, String> keys = new HashMap<>();
        keys.put(Plain.B, "plain");
        keys.put(Shape.SQUARE, "with a body");
        keys.put(TimeUnit.DAYS, "of the JDK");
        Point point = new Point(3, 1L << 33, "p", new Pair<>("self", List.of(1, 2)));
        keys.put(point, "record");
        Types outer = new Types();
        List<Counter> counters = outer.counters();
        counters.get(0).count();
        after(names, some, many, keys, point, outer, counters, new Object[] {Shape.ROUND, Plain.A, TimeUnit.SECONDS});
    }

    static void after(Map<Plain, String> names, EnumSet<Plain> some, EnumSet<Huge> many, Map<Object, String> keys, Point point,
            Types outer, List<Counter> counters, Object[] constants) {
        System.out.println("before");
        System.out.println(names + " " + some + " " + many); // here
        names.put(Plain.B, "b");
        some.remove(Plain.A);
        many.removeAll(EnumSet.of(Huge.H64, Huge.H00));
        System.out.println(names + " " + EnumSet.complementOf(some) + " " + many + " " + EnumSet.complementOf(many).size());
        System.out.println(keys.get(Plain.B) + keys.get(Shape.SQUARE) + keys.get(TimeUnit.DAYS) + keys.get(new Point(3, 1L << 33, "p", new Pair<>("self", List.of(1, 2)))));
        System.out.println((constants[0] == Shape.valueOf("ROUND")) + " " + (constants[1] == Plain.values()[0]) + " " + (constants[2] == TimeUnit.SECONDS));
        System.out.println(Shape.ROUND.used + " " + Shape.ROUND.area(2) + " " + constants[0].getClass() + " " + Shape.SQUARE.compareTo(Shape.ROUND));
        System.out.println(point + " " + point.hashCode() + " " + point.equals(new Point(3, 1L << 33, "p", point.more())));
        switch ((Plain) constants[1]) {
            case A: System.out.println("switch on A"); break;
            default: System.out.println("switch is lost");
        }
        for (int i = 0; i < 2; i++) {
            for (Counter counter : counters) {
                System.out.print(counter.getClass().getSimpleName() + " " + counter.count() + "; ");
            }
        }
        outer.base++;
        IntSupplier sum = () -> counters.stream().mapToInt(Counter::count).sum();
        System.out.println(sum.getAsInt() + " " + outer.base + " " + outer.new Inner().count());
        System.out.println(Late.Y.compareTo(Late.X));
    }
}
