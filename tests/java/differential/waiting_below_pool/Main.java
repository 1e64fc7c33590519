import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A chain that starts below main, and a pool of which main had started a worker: the replay has that worker anyway, and none of the pool is started again. */
public class Main {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        System.out.println(pool.submit(() -> "first").get());
        phase(pool);
        pool.shutdown();
    }

    static void phase(ExecutorService pool) throws Exception {
        System.out.println(pool.submit(() -> "second").get());
        work(pool);
    }

    static void work(ExecutorService pool) throws Exception {
        System.out.println(pool.submit(() -> "third").get());
    }
}
