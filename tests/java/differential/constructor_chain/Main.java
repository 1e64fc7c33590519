import java.util.ArrayList;
import java.util.List;

/** A chain through {@code this(…)} and {@code super(…)}, with final fields assigned before and after it. */
public class Main {
    abstract static class Base {
        final int first;
        int second = 3;
        final List<String> list = new ArrayList<>();

        Base(int value) {
            first = value;
            list.add("b" + begin(value));
        }

        int begin(int value) {
            second += value;
            System.out.println("before " + second + list + first); // here
            return second * value;
        }

        abstract String text();
    }

    static class Derived extends Base {
        final String name;
        final long[] cells = {1, 2, second};

        Derived(int value) {
            this(value * 2, "n" + value);
            System.out.println("one " + name);
        }

        Derived(int value, String name) {
            super(value + name.length());
            this.name = name + first;
            System.out.println("two " + list);
        }

        @Override
        String text() {
            return name + cells[2];
        }
    }

    public static void main(String[] args) {
        Base derived = new Derived(5);
        System.out.println(derived.text() + derived.first + derived.list);
        System.out.println(new Derived(6).text());
    }
}
