import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * A chain that starts below main, with threads that were started since: in queues and pools that the frames above its root had made, and in such as
 * were made below. A thread that main had made, but not started, is started below.
 */
public class Main {
    static final BlockingQueue<String> IN = new LinkedBlockingQueue<>();
    static final BlockingQueue<String> OUT = new LinkedBlockingQueue<>();
    private final List<Thread> threads = new ArrayList<>();

    static class Echo implements Runnable {
        private int said;

        @Override
        public void run() {
            try {
                for (String next = IN.take(); !next.equals("end"); next = IN.take()) {
                    OUT.put(next + " " + ++said);
                }
                OUT.put("ends after " + said);
            } catch (InterruptedException e) {
                OUT.add("interrupted");
            }
        }
    }

    static String pair(BlockingQueue<String> own) throws InterruptedException {
        String first = own.take();
        OUT.put("has " + first);
        return first + own.take();
    }

    static void awaitWaiting(Thread t) {
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
    }

    public static void main(String[] args) throws Exception {
        Main main = new Main();
        Thread later = new Thread(new Echo(), "later");
        ExecutorService early = Executors.newFixedThreadPool(2);
        System.out.println("before " + IN.size());
        int after = main.phase(later, early);
        System.out.println("after " + after + " " + later.isAlive() + " " + early.isShutdown());
    }

    int phase(Thread later, ExecutorService early) throws Exception {
        later.start();
        threads.add(later);
        BlockingQueue<String> own = new LinkedBlockingQueue<>();
        BlockingQueue<String> other = new LinkedBlockingQueue<>();
        Future<String> inEarly = early.submit(() -> pair(own));
        ForkJoinPool forks = new ForkJoinPool(1);
        Future<String> inForks = forks.submit(() -> pair(other));
        ScheduledExecutorService times = Executors.newSingleThreadScheduledExecutor();
        ScheduledFuture<String> timed = times.schedule(() -> "timed", 40, TimeUnit.DAYS);
        own.put("a");
        other.put("b");
        List<String> has = new ArrayList<>(List.of(OUT.take(), OUT.take()));
        has.sort(null);
        System.out.println(has);
        IN.put("hello");
        System.out.println(OUT.take());
        awaitWaiting(later);
        return work(List.of(own, other), List.of(inEarly, inForks), forks, times, timed, early);
    }

    int work(List<BlockingQueue<String>> queues, List<Future<String>> pairs, ForkJoinPool forks, ScheduledExecutorService times,
            ScheduledFuture<String> timed, ExecutorService early) throws Exception {
        System.out.println("here " + threads.size() + " " + timed.getDelay(TimeUnit.DAYS));
        IN.put("again");
        System.out.println(OUT.take());
        for (BlockingQueue<String> each : queues) {
            each.put("c");
        }
        List<String> found = new ArrayList<>();
        for (Future<String> each : pairs) {
            found.add(each.get());
        }
        found.sort(null);
        System.out.println(found);
        IN.put("end");
        System.out.println(OUT.take());
        threads.get(0).join();
        System.out.println(early.submit(() -> "early " + threads.get(0).getName()).get());
        early.shutdown();
        forks.shutdown();
        times.shutdownNow();
        System.out.println(early.awaitTermination(1, TimeUnit.DAYS) + " " + forks.awaitTermination(1, TimeUnit.DAYS) + " " + timed.isDone());
        return found.size();
    }
}
