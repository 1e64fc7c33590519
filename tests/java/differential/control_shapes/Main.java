import java.util.ArrayList;
import java.util.List;

/** Ways to a checkpoint and behind it: an overflown stack, monitors that are waited on, resources, varargs, exits. */
public class Main {
    interface Named {
        private String prefix() {
            return "named ";
        }

        default String name(Object... parts) {
            String all = prefix() + parts.length;
            System.out.println(all); // named
            return all + List.of(parts);
        }
    }

    static class Resource implements AutoCloseable, Named {
        final String of;

        Resource(String of) {
            this.of = of;
            System.out.println("open " + of);
        }

        void use(int n) {
            System.out.println("use " + of + n); // use
            if (n > 1) {
                throw new IllegalStateException("used " + n);
            }
        }

        @Override
        public void close() {
            System.out.println("close " + of); // close
        }
    }

    static int depth;
    static final List<String> QUEUE = new ArrayList<>();

    public static void main(String[] args) throws Exception {
        overflow();
        resources(2);
        System.out.println(handOver());
        if (args.length > 0) {
            leave(Integer.parseInt(args[0]));
        }
        System.out.println("end");
    }

    static int down(int n) {
        depth = n;
        return down(n + 1) + 1;
    }

    static void overflow() {
        try {
            depth += down(0);
        } catch (StackOverflowError e) {
            System.out.println("overflown " + (depth > 100)); // overflown
            depth = 0;
        }
        try {
            down(0);
        } catch (StackOverflowError e) {
            System.out.println("again " + (depth > 100)); // again
        } finally {
            depth = 7;
        }
    }

    static void resources(int n) {
        try (Resource first = new Resource("first"); Resource second = new Resource(first.name("a", n))) {
            first.use(n - 1); // first
            second.use(n); // second
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage() + e.getSuppressed().length); // caught
        }
    }

    static String handOver() throws InterruptedException {
        Object lock = QUEUE;
        synchronized (lock) {
            System.out.println("holding"); // holding
            Thread taker = new Thread(() -> {
                synchronized (lock) {
                    QUEUE.add("from " + depth);
                    lock.notifyAll();
                }
            });
            taker.start();
            while (QUEUE.isEmpty()) {
                lock.wait();
            }
            taker.join();
            return QUEUE.remove(0); // taken
        }
    }

    static void leave(int status) {
        try {
            System.out.println("leaving"); // leaving
            if (status == 2) {
                Runtime.getRuntime().halt(status);
            }
            System.exit(status);
        } finally {
            System.out.println("never");
        }
    }
}
