import java.util.function.Function;
import java.util.function.Supplier;

/** The chain passes through function objects: a lambda, a capturing one, method references; Optional calls on. */
public class Main {
    interface Step {
        long apply(String name, long value);
    }

    private final String name;

    Main(String name) {
        this.name = name;
    }

    public static void main(String[] args) {
        long base = 7;
        Step step = (text, value) -> new Main(text).outer(value + base);
        System.out.println(step.apply("chain", 35));
        System.out.println(step.apply("again", 1));
    }

    long outer(long value) {
        Function<Long, Long> reference = this::middle;
        return 1 + reference.apply(value);
    }

    private Long middle(Long value) {
        Supplier<Long> supplier = () -> inner(value);
        return java.util.Optional.of(value).map(this::last).get() + supplier.get();
    }

    private Long inner(Long value) {
        System.out.println(name + " inner " + value);
        return value * 2;
    }

    private Long last(Long value) {
        System.out.println(name + " last " + value); // here
        new Throwable("trace").printStackTrace(System.out);
        return value * 3;
    }
}
