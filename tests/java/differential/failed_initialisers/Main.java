import java.util.concurrent.atomic.AtomicInteger;

/** Classes whose initialisers failed before the checkpoint fail behind it as they would have, and do not run again. */
public class Main {
    private static final AtomicInteger RUNS = new AtomicInteger();

    static class Optional {
        static final int VALUE;

        static {
            RUNS.incrementAndGet();
            if (RUNS.get() > 0) {
                throw new IllegalArgumentException("no such library " + RUNS);
            }
            VALUE = 3;
        }

        static int value() {
            return VALUE;
        }
    }

    static class Broken {
        static {
            RUNS.incrementAndGet();
            if (RUNS.get() > 0) {
                throw new AssertionError("broken");
            }
        }
    }

    interface Constants {
        Object VALUE = fail();

        static Object fail() {
            RUNS.incrementAndGet();
            throw new IllegalStateException("of an interface");
        }
    }

    public static void main(String[] args) {
        probe();
        System.out.println("before"); // here
        probe();
        probe();
        System.out.println(RUNS);
    }

    private static void probe() {
        try {
            System.out.println(Optional.value());
        } catch (LinkageError e) {
            tell(e);
        }
        try {
            System.out.println(new Broken());
        } catch (LinkageError | AssertionError e) {
            tell(e);
        }
        try {
            System.out.println(Constants.VALUE);
        } catch (LinkageError e) {
            tell(e);
        }
    }

    private static void tell(Throwable e) {
        for (Throwable each = e; each != null; each = each.getCause()) {
            System.out.println(each + " " + each.getStackTrace()[0]);
        }
    }
}
