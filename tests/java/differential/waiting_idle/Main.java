import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Idle workers inside a queue of the program's own that counts who waits; of pools of which one is a class of the program's. */
public class Main {
    /** Counts who waits. */
    static class Counting extends LinkedBlockingQueue<Runnable> {
        int waiting;
        int came;

        @Override
        public Runnable poll(long time, TimeUnit unit) throws InterruptedException {
            count(1);
            try {
                return super.poll(time, unit);
            } finally {
                count(-1);
            }
        }

        private synchronized void count(int more) {
            waiting += more;
            came += more > 0 ? 1 : 0;
        }

        synchronized void awaitIdle(int workers) throws InterruptedException {
            while (waiting < workers) {
                wait(1);
            }
        }
    }

    static class Noting extends ThreadPoolExecutor {
        final TreeMap<String, Integer> noted = new TreeMap<>();

        Noting(Counting queue) {
            super(2, 2, 1, TimeUnit.HOURS, queue);
            allowCoreThreadTimeOut(true);
        }

        @Override
        protected synchronized void beforeExecute(Thread thread, Runnable task) {
            noted.merge("began", 1, Integer::sum);
        }
    }

    static int work(List<ExecutorService> pools, List<Counting> queues) throws Exception {
        int sum = 0;
        for (int i = 0; i < pools.size(); i++) {
            for (int k = 0; k < 5; k++) {
                int number = k;
                sum += pools.get(i).submit(() -> number * 10).get();
                queues.get(i).awaitIdle(Math.min(k + 1, 2));
            }
        }
        return sum;
    }

    static void show(List<Counting> queues, Noting own) {
        for (Counting each : queues) {
            System.out.println(each.waiting + " wait, " + each.came + " came");
        }
        System.out.println(own.noted);
    }

    public static void main(String[] args) throws Exception {
        List<Counting> queues = List.of(new Counting(), new Counting());
        ThreadPoolExecutor plain = new ThreadPoolExecutor(2, 2, 1, TimeUnit.HOURS, queues.get(0), Executors.defaultThreadFactory());
        plain.allowCoreThreadTimeOut(true);
        Noting own = new Noting(queues.get(1));
        List<ExecutorService> pools = new ArrayList<>(List.of(plain, own));
        System.out.println(work(pools, queues));
        show(queues, own); // here
        System.out.println(work(pools, queues));
        show(queues, own);
        for (ExecutorService each : pools) {
            each.shutdown();
            System.out.println(each.awaitTermination(10, TimeUnit.SECONDS));
        }
    }
}
