import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
/** Works with threads, then alone: while one of them is at work nothing can be captured. */
public class Pool {
    static final List<Integer> RESULTS = new ArrayList<>();
    static final CountDownLatch PRINTED = new CountDownLatch(1);
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
        Future<?> watcher = pool.submit(Pool::watch);
        System.out.println("results " + RESULTS);
        PRINTED.countDown();
        watcher.get();
        pool.shutdown();
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

    static void watch() {
        try {
            PRINTED.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
