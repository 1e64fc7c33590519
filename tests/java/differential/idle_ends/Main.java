import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Idle workers whose time is up one after another, some of them most likely while the snapshot is taken; their pools go on to work. */
public class Main {
    public static void main(String[] args) throws Exception {
        List<int[]> ballast = new ArrayList<>();
        for (int i = 0; i < 200_000; i++) {
            ballast.add(new int[] {i});
        }
        List<ThreadPoolExecutor> pools = new ArrayList<>();
        for (int i = 1; i <= 18; i++) {
            ThreadPoolExecutor pool = i % 2 == 0 ? new ThreadPoolExecutor(1, 1, 2 * i * i, TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>())
                : new ThreadPoolExecutor(0, 4, 2 * i * i, TimeUnit.MILLISECONDS, new SynchronousQueue<>());
            if (i % 2 == 0) {
                pool.allowCoreThreadTimeOut(true);
            }
            pools.add(pool);
        }
        System.out.println(work(pools));
        System.out.println("rest"); // here
        System.out.println(work(pools) + " " + ballast.get(777)[0]);
        for (ThreadPoolExecutor pool : pools) {
            pool.shutdown();
            System.out.println(pool.awaitTermination(1, TimeUnit.HOURS) + " " + pool.getCompletedTaskCount());
        }
    }

    static int work(List<ThreadPoolExecutor> pools) throws Exception {
        int sum = 0;
        for (int i = 0; i < pools.size(); i++) {
            int number = i;
            sum += pools.get(i).submit(() -> number * number).get();
        }
        return sum;
    }
}
