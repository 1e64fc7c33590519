import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Classes whose initialisers failed in other threads, as where an optional library is missing: they fail behind the checkpoint as well,
 * and the JVM's text has the name of the thread in which they did.
 */
public class Main {
    static class Absent {
        static int runs;

        static {
            runs++;
            missing();
        }

        static void missing() {
            throw new NoClassDefFoundError("org/example/Optional");
        }

        static void use() {}
    }

    static class Failed {
        static {
            Absent.missing();
        }

        static void use() {}
    }

    static class Renamed {
        static final Object VALUE = fail();

        static Object fail() {
            throw new IllegalStateException("in a main thread of another name");
        }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        pool.submit(Main::probe).get();
        pool.shutdown();
        Thread named = new Thread(() -> use("Failed", Failed::use), "a name; with a mark");
        named.start();
        named.join();
        Thread.currentThread().setName("renamed");
        probe();
        use("Renamed", () -> System.out.println(Renamed.VALUE));
        Thread.currentThread().setName("main");
        System.out.println("before"); // here
        probe();
        use("Failed", Failed::use);
        use("Renamed", () -> System.out.println(Renamed.VALUE));
        System.out.println(Thread.currentThread().getName());
    }

    static void probe() {
        use("Absent", Absent::use);
    }

    private static void use(String name, Runnable body) {
        try {
            body.run();
            System.out.println(name + " is there");
        } catch (LinkageError e) {
            for (Throwable each = e; each != null; each = each.getCause()) {
                System.out.println(name + ": " + each + " " + each.getStackTrace()[0]);
            }
        }
    }
}
