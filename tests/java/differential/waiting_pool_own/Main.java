import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Workers at work of pools of the program's own classes, which override what is called as a task is given, and after it. */
public class Main {
    static final BlockingQueue<String> IN = new LinkedBlockingQueue<>();
    static final AtomicInteger BEGUN = new AtomicInteger();
    static final BlockingQueue<String> OUT = new LinkedBlockingQueue<>();

    /** Counts what it is given and what has ended. */
    static class Counting extends ThreadPoolExecutor {
        int given;
        int ended;

        Counting(int threads) {
            super(threads, threads, 1, TimeUnit.DAYS, new LinkedBlockingQueue<>());
        }

        @Override
        public void execute(Runnable task) {
            given++;
            super.execute(task);
        }

        @Override
        protected synchronized void afterExecute(Runnable task, Throwable thrown) {
            ended++;
            notifyAll();
        }

        @Override
        protected void terminated() {
            OUT.add("terminated");
        }

        synchronized void awaitEnded(int tasks) throws InterruptedException {
            while (ended < tasks) {
                wait();
            }
        }
    }

    /** One class further down, with a rejection of its own. */
    static class Rejecting extends Counting {
        Rejecting() {
            super(2);
            setRejectedExecutionHandler((task, pool) -> OUT.add("rejected"));
        }
    }

    static class Timed extends ScheduledThreadPoolExecutor {
        Timed() {
            super(1);
        }

        @Override
        protected void afterExecute(Runnable task, Throwable thrown) {
            OUT.add("after");
        }
    }

    static String work(String name) throws InterruptedException {
        BEGUN.incrementAndGet();
        String got = IN.take();
        OUT.put(got);
        return name + got.length();
    }

    static void await(int waiting) {
        while (true) {
            int found = 0;
            for (Thread t : Thread.getAllStackTraces().keySet()) {
                found += t.getName().startsWith("pool-") && t.getState() == Thread.State.WAITING ? 1 : 0;
            }
            if (found == waiting && BEGUN.get() == waiting) {
                return;
            }
            Thread.onSpinWait();
        }
    }

    public static void main(String[] args) throws Exception {
        Rejecting pool = new Rejecting();
        List<Future<String>> results = new ArrayList<>();
        pool.submit(() -> {}).get();
        pool.awaitEnded(1);
        for (int i = 0; i < 3; i++) {
            String name = "task " + i + " ";
            results.add(pool.submit(() -> work(name)));
        }
        Timed timed = new Timed();
        Future<String> later = timed.schedule(() -> work("timed "), 1, TimeUnit.MILLISECONDS);
        await(3);
        System.out.println("before " + pool.given + " " + pool.ended); // here
        for (int i = 0; i < 4; i++) {
            IN.put("aa");
        }
        for (Future<String> each : results) {
            System.out.println(each.get());
        }
        System.out.println(later.get());
        pool.awaitEnded(4);
        pool.shutdown();
        timed.shutdown();
        System.out.println(pool.awaitTermination(5, TimeUnit.SECONDS) + " " + timed.awaitTermination(5, TimeUnit.SECONDS));
        pool.submit(() -> {});
        List<String> out = new ArrayList<>();
        OUT.drainTo(out); // the threads decide their order
        out.sort(null);
        System.out.println(pool.given + " " + pool.ended + " " + out);
    }
}
