import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Works with threads, then alone: only the latter can be captured. */
public class Pool {
    static final List<Integer> RESULTS = new ArrayList<>();

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<Future<Integer>> futures = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int n = i;
            futures.add(pool.submit(() -> n * n));
        }
        for (Future<Integer> future : futures) {
            RESULTS.add(future.get());
        }
        futures.clear();
        System.out.println("results " + RESULTS);
        pool.shutdown();
        pool.awaitTermination(1, java.util.concurrent.TimeUnit.MINUTES);
        pool = null;
        report(args.length);
    }

    static void report(int limit) {
        System.out.println("reporting");
        int sum = 0;
        for (int result : RESULTS) {
            sum += result;
        }
        System.out.println("sum " + (sum + limit));
    }
}
