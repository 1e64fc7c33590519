import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.ReentrantLock;

/** Four workers of a pool that take orders, compute for some ten microseconds, and enter the result in a table under a lock, until main comes to its checkpoint. */
public class BusyTable {
    static final LinkedBlockingQueue<Integer> ORDERS = new LinkedBlockingQueue<>(1000);
    static final ReentrantLock LOCK = new ReentrantLock();
    static final Map<Integer, Long> TABLE = new HashMap<>();
    static final int COUNT = 1_400_000;
    static final int WORKERS = 4;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(WORKERS);
        CountDownLatch done = new CountDownLatch(WORKERS);
        for (int worker = 0; worker < WORKERS; worker++) {
            pool.execute(() -> work(done)); // task
        }
        for (int i = 0; i < COUNT; i++) {
            ORDERS.put(i);
        }
        after();
        for (int worker = 0; worker < WORKERS; worker++) {
            ORDERS.put(-1);
        }
        done.await();
        pool.shutdown();
        long sum = 0;
        for (long value : TABLE.values()) {
            sum += value;
        }
        System.out.println(sum);
    }

    static void after() {
        System.out.println("given"); // here
    }

    static void work(CountDownLatch done) {
        try {
            for (int order = ORDERS.take(); order >= 0; order = ORDERS.take()) { // takes
                long x = order;
                for (int i = 0; i < 15_000; i++) {
                    x ^= x << 13;
                    x ^= x >>> 7;
                    x ^= x << 17;
                    x += i;
                }
                LOCK.lock(); // locks
                try {
                    TABLE.merge(order % 1000, x, Long::sum);
                } finally {
                    LOCK.unlock();
                }
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        done.countDown();
    }
}
