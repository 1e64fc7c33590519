import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Delayed;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Tasks that wait for their times at the checkpoint: in pools of one worker and of more, and in a timer; they run in the order of their times. */
public class Main {
    /** What the pool of one worker and the timer ran, in order; what the other pool ran, each at its place. */
    static final List<String> ONE = new CopyOnWriteArrayList<>();
    static final List<String> TICKS = new CopyOnWriteArrayList<>();
    static final AtomicReferenceArray<String> MORE = new AtomicReferenceArray<>(8);
    static final CountDownLatch ROUNDS = new CountDownLatch(5);
    static final CountDownLatch TIMED = new CountDownLatch(6);

    /** A pool of the program's own. */
    static class Own extends ScheduledThreadPoolExecutor {
        String before;

        Own(int threads) {
            super(threads);
        }

        @Override
        protected void beforeExecute(Thread t, Runnable task) {
            before = t.getName();
        }
    }

    static class Counted extends TimerTask {
        final String name;
        int rounds;

        Counted(String name) {
            this.name = name;
        }

        @Override
        public void run() {
            if (TIMED.getCount() > 0) {
                TICKS.add(name + " " + rounds++ + " on " + Thread.currentThread().getName());
            }
            TIMED.countDown();
        }
    }

    static ScheduledFuture<?> in(int milliseconds, ScheduledThreadPoolExecutor pool, String name) {
        return pool.schedule(() -> {
            if (pool instanceof Own) {
                ONE.add(name);
            } else {
                MORE.set(milliseconds / 100, name);
            }
        }, milliseconds, TimeUnit.MILLISECONDS);
    }

    /** A future with a time-out and one that is computed later; JDK 25 and later keep these where jcp cannot read them. */
    static CompletableFuture<String> timeOut() {
        if (Runtime.version().feature() >= 25) {
            return CompletableFuture.completedFuture("computed by a delayed task, timed out");
        }
        CompletableFuture<String> late = new CompletableFuture<String>().completeOnTimeout("timed out", 600, TimeUnit.MILLISECONDS);
        return CompletableFuture.supplyAsync(() -> "computed by a delayed task, ",
            CompletableFuture.delayedExecutor(400, TimeUnit.MILLISECONDS)).thenCombine(late, String::concat);
    }

    static void work(Own one, ScheduledThreadPoolExecutor more, Delayed never, ScheduledFuture<?> cancelled, Timer timer, List<ScheduledFuture<?>> all,
            ThreadPoolExecutor transferring, CompletableFuture<String> timeOut) throws Exception {
        System.out.println(never.getDelay(TimeUnit.DAYS) > 30_000 ? "never" : "some time"); // here
        ROUNDS.await();
        for (ScheduledFuture<?> each : all) {
            each.get();
        }
        System.out.println(timeOut.get());
        TIMED.await();
        timer.cancel();
        System.out.println(cancelled.isCancelled() + " " + one.getPoolSize() + " " + more.getPoolSize());
        in(1, more, "last").get();
        System.out.println(transferring.submit(() -> "handed over").get());
        transferring.shutdown();
        one.shutdownNow();
        System.out.println(more.shutdownNow().size());
        System.out.println(one.awaitTermination(1, TimeUnit.MINUTES) + " " + more.awaitTermination(1, TimeUnit.MINUTES));
        System.out.println(one.before);
        System.out.println(ONE);
        System.out.println(MORE);
        System.out.println(TICKS);
    }

    public static void main(String[] args) throws Exception {
        Own one = new Own(1);
        one.scheduleAtFixedRate(ROUNDS::countDown, 20, 30, TimeUnit.MILLISECONDS);
        ScheduledThreadPoolExecutor more = new ScheduledThreadPoolExecutor(3);
        ScheduledFuture<?> late = in(700, one, "late");
        ScheduledFuture<?> soon = in(300, one, "soon");
        ScheduledFuture<?> cancelled = in(400, one, "cancelled");
        ScheduledFuture<?> middle = in(500, one, "in the middle");
        List<ScheduledFuture<?>> others = List.of(in(400, more, "in the middle"), in(500, more, "late"), in(300, more, "soon"));
        ScheduledFuture<?> never = more.schedule(() -> {}, Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        cancelled.cancel(false);
        Timer timer = new Timer("ticker", true);
        timer.schedule(new Counted("timer"), 40, 70);
        ThreadPoolExecutor transferring = new ThreadPoolExecutor(2, 2, 1, TimeUnit.MINUTES, new LinkedTransferQueue<>());
        transferring.submit(() -> "one").get();
        transferring.submit(() -> "two").get();
        work(one, more, never, cancelled, timer, List.of(late, soon, middle, others.get(0), others.get(1), others.get(2)), transferring, timeOut());
    }
}
