import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Timed tasks, timers, and several tasks at once. What is left at the end is in the statics. */
public class Together {
    static final AtomicReference<String> log = new AtomicReference<>("");
    static final AtomicInteger runs = new AtomicInteger();
    static volatile Object result;
    static volatile boolean ran;

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "inOrder" -> delays(1, 5);
            case "sameTimes" -> delays(5, 5);
            case "longerFirst" -> delays(5, 1);
            case "three" -> delays(5, 1, 3);
            case "twoWorkers" -> delays(2, new long[] {1, 5});
            case "cancel" -> cancel();
            case "fixedRate" -> repeated(true);
            case "fixedDelay" -> repeated(false);
            case "value" -> value();
            case "rejected" -> rejected();
            case "timer" -> timer();
            case "timerCancelled" -> timerTask();
            case "timerRepeats" -> timerRepeats();
            case "timerTwice" -> timerTwice();
            case "all" -> all();
            case "allFails" -> allFails();
            case "allInTime" -> allInTime();
            case "any" -> any();
            case "anyFails" -> anyFails();
            case "completed" -> completed();
            case "polled" -> polled();
            case "clock" -> clock();
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    static void add(String text) {
        log.updateAndGet(before -> before + text);
    }

    static void delays(long... delays) throws InterruptedException {
        delays(1, delays);
    }

    static void delays(int workers, long[] delays) throws InterruptedException {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(workers);
        for (int at = 0; at < delays.length; at++) {
            String name = "abc".substring(at, at + 1);
            pool.schedule(() -> add(name), delays[at], TimeUnit.SECONDS);
        }
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.HOURS);
    }

    static void cancel() {
        ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
        ScheduledFuture<?> future = pool.schedule(() -> runs.incrementAndGet(), 1, TimeUnit.SECONDS);
        result = future.cancel(false);
        pool.shutdown();
    }

    static void repeated(boolean isRate) {
        ScheduledExecutorService pool = Executors.newSingleThreadScheduledExecutor();
        Runnable body = () -> ran = true;
        ScheduledFuture<?> future = isRate ? pool.scheduleAtFixedRate(body, 1, 1, TimeUnit.SECONDS)
                : pool.scheduleWithFixedDelay(body, 1, 1, TimeUnit.SECONDS);
        if (isRate) {
            future.cancel(false);
        }
        pool.shutdown();
    }

    static void value() throws Exception {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        result = pool.schedule(() -> 7, 1, TimeUnit.SECONDS).get();
        check(pool.submit(() -> 8).get().equals(8));
        pool.shutdown();
        check(result.equals(7) && pool.isShutdown());
    }

    static void rejected() {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        pool.shutdown();
        pool.schedule(() -> add("never"), 1, TimeUnit.SECONDS);
    }

    static TimerTask task(Runnable body) {
        return new TimerTask() {
            @Override
            public void run() {
                body.run();
            }
        };
    }

    static void timer() {
        Timer timer = new Timer();
        timer.schedule(task(() -> add("a")), 1);
        timer.schedule(task(() -> add("b")), 2);
        timer.cancel();
    }

    static void timerTask() {
        Timer timer = new Timer("mine");
        TimerTask task = task(() -> add("a"));
        timer.schedule(task, 1);
        result = task.cancel();
        timer.schedule(task(timer::cancel), 5);
    }

    static void timerRepeats() {
        Timer timer = new Timer(true);
        timer.scheduleAtFixedRate(task(() -> ran = true), 1, 1);
        timer.cancel();
    }

    static void timerTwice() {
        Timer timer = new Timer();
        TimerTask task = task(() -> add("a"));
        timer.schedule(task, 1);
        timer.schedule(task, 1);
    }

    static Callable<String> giving(String text) {
        return () -> {
            add(text);
            return text;
        };
    }

    static void all() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<Future<String>> futures = pool.invokeAll(List.of(giving("a"), giving("b")));
        check(futures.get(0).get().equals("a") && futures.get(1).get().equals("b"));
        pool.shutdown();
    }

    static void allFails() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        List<Future<String>> futures = pool.invokeAll(List.of(() -> {
            throw new IllegalStateException("no");
        }, giving("b")));
        try {
            futures.get(0).get();
        } catch (ExecutionException error) {
            result = error.getCause().getMessage();
        }
        check(futures.get(1).get().equals("b"));
        pool.shutdown();
    }

    static void allInTime() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        List<Future<String>> futures = pool.invokeAll(List.of(() -> {
            Thread.sleep(5);
            synchronized (log) {
                log.wait(); // for ever, until it is interrupted
            }
            return "a";
        }, giving("b")), 1, TimeUnit.SECONDS);
        result = "" + futures.get(0).isCancelled() + futures.get(1).isCancelled();
        pool.shutdown();
    }

    static void any() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        result = pool.invokeAny(List.of(() -> 1, () -> 2));
        pool.shutdown();
    }

    static void anyFails() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        result = pool.invokeAny(List.of(() -> {
            throw new IllegalStateException("no");
        }, () -> 2));
        pool.shutdown();
    }

    static void completed() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        CompletionService<Integer> done = new ExecutorCompletionService<>(pool);
        done.submit(() -> 1);
        done.submit(() -> 2);
        result = 10 * done.take().get() + done.take().get();
        pool.shutdown();
    }

    static void polled() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        CompletionService<Integer> done = new ExecutorCompletionService<>(pool);
        done.submit(() -> runs.incrementAndGet(), 5);
        Future<Integer> first = done.poll();
        result = first == null ? "none" : first.get();
        pool.shutdown();
    }

    static void clock() throws Exception {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        long before = System.nanoTime();
        long after = pool.schedule(() -> System.nanoTime(), 3, TimeUnit.SECONDS).get();
        pool.shutdown();
        check(after - before >= TimeUnit.SECONDS.toNanos(3));
    }

    static void check(boolean holds) {
        if (!holds) {
            throw new AssertionError();
        }
    }
}
