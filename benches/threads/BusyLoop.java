import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;

/** As {@link BusyPool}, with one worker, whose computation is a loop in the method that waits: C2 may compile it otherwise with hooks around. */
public class BusyLoop {
    static final LinkedBlockingQueue<long[]> PIECES = new LinkedBlockingQueue<>(1000);
    static final int COUNT = 200_000;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Future<Long> sum = pool.submit(BusyLoop::work);
        for (int i = 0; i < COUNT; i++) {
            PIECES.put(new long[] {i, 20_000});
        }
        after();
        PIECES.put(new long[0]);
        System.out.println(sum.get());
        pool.shutdown();
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
            long x = piece[0];
            for (long i = 0; i < piece[1]; i++) {
                x ^= x << 13;
                x ^= x >>> 7;
                x ^= x << 17;
                x += i;
            }
            sum += x;
        }
    }
}
