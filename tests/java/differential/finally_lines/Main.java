import java.util.ArrayList;
import java.util.List;

/** Region starts in finally clauses, which are compiled once for each way out, and on lines of loops and resources. */
public class Main {
    static final List<String> LOG = new ArrayList<>();

    static class Resource implements AutoCloseable {
        final String name;

        Resource(String name) {
            this.name = name;
        }

        @Override
        public void close() {
            LOG.add("close " + name); // close
            if (name.startsWith("bad")) {
                throw new IllegalStateException("close " + name);
            }
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 4; i++) {
            try {
                System.out.println(i + " " + guarded(i));
            } catch (RuntimeException e) {
                System.out.println(i + " " + e.getMessage());
            }
        }
        System.out.println(loop(5));
        System.out.println(resources("a", "bad"));
        System.out.println(resources("bad1", "bad2")); // bads
        System.out.println(LOG);
    }

    static String guarded(int n) {
        try {
            if (n == 0) {
                return "zero";
            }
            LOG.add("try " + n);
            if (n == 1) {
                throw new IllegalArgumentException("one");
            }
            if (n == 2) {
                throw new ArithmeticException("two");
            }
        } catch (ArithmeticException e) {
            LOG.add("caught " + e.getMessage());
            return "caught";
        } finally {
            LOG.add("finally " + n); // finally
            System.out.println("in finally " + n);
        }
        return "end";
    }

    static int loop(int n) {
        int sum = 0;
        for (int i = 0, step = n > 3 ? 2 : 1; i < n; i += step) { // for
            sum += i;
        }
        for (;;) { // endless
            if (sum++ > 10) {
                break;
            }
        }
        while (sum < 20) { // while
            sum += 3;
        }
        return sum;
    }

    static String resources(String first, String second) {
        try (Resource a = new Resource(first);
            Resource b = new Resource(second)) { // resources
            LOG.add(a.name + b.name);
            throw new IllegalStateException("body");
        } catch (IllegalStateException e) {
            return e.getMessage() + e.getSuppressed().length;
        }
    }
}
