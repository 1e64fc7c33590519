import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;

/** Two workers of a pool that take pieces of work from a queue, some thousand a second, until main comes to its checkpoint. */
public class BusyPool {
    static final LinkedBlockingQueue<long[]> PIECES = new LinkedBlockingQueue<>(1000);
    static final int COUNT = 1_200_000;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<Future<Long>> sums = new ArrayList<>();
        for (int worker = 0; worker < 2; worker++) {
            sums.add(pool.submit(BusyPool::work));
        }
        for (int i = 0; i < COUNT; i++) {
            PIECES.put(new long[] {i, 20_000});
        }
        after();
        for (int worker = 0; worker < 2; worker++) {
            PIECES.put(new long[0]);
        }
        long sum = 0;
        for (Future<Long> each : sums) {
            sum += each.get();
        }
        pool.shutdown();
        System.out.println(sum);
    }

    static void after() {
        System.out.println("given"); // here
    }

    static long work() throws InterruptedException {
        long sum = 0;
        while (true) {
            long[] piece = PIECES.take(); // waits
            if (piece.length == 0) {
                return sum;
            }
            sum += computed(piece[0], piece[1]);
        }
    }

    static long computed(long x, long turns) {
        for (long i = 0; i < turns; i++) {
            x ^= x << 13;
            x ^= x >>> 7;
            x ^= x << 17;
            x += i;
        }
        return x;
    }
}
