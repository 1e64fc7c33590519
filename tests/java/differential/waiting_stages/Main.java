import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Stages of {@code CompletableFuture} that a pool runs at the checkpoint, with others that wait for them; a task with a thread of its own. */
public class Main {
    static final BlockingQueue<String> ORDERS = new LinkedBlockingQueue<>();
    static final CountDownLatch GO = new CountDownLatch(1);
    static final List<Thread> IN = new ArrayList<>();

    static String taken(String what) {
        synchronized (IN) {
            IN.add(Thread.currentThread());
        }
        try {
            GO.await();
            return what + " on " + Thread.currentThread().getName();
        } catch (InterruptedException e) {
            return "interrupted";
        }
    }

    static void awaitAll(int count) {
        while (true) {
            synchronized (IN) {
                int waiting = 0;
                for (Thread each : IN) {
                    waiting += each.getState() == Thread.State.WAITING ? 1 : 0;
                }
                if (waiting == count) {
                    return;
                }
            }
            Thread.onSpinWait();
        }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newCachedThreadPool();
        CompletableFuture<String> ready = CompletableFuture.completedFuture("ready");
        List<CompletableFuture<?>> all = new ArrayList<>();
        all.add(CompletableFuture.supplyAsync(() -> taken("supplied"), pool).thenApply(text -> text + ", then more"));
        awaitAll(1);
        List<String> ran = Collections.synchronizedList(new ArrayList<>());
        StringBuffer seen = new StringBuffer();
        all.add(CompletableFuture.runAsync(() -> ran.add(taken("run")), pool).thenApply(nothing -> "run: " + ran.toString().contains("run on")));
        awaitAll(2);
        all.add(ready.thenApplyAsync(text -> taken(text + " applied"), pool));
        awaitAll(3);
        all.add(ready.handleAsync((text, thrown) -> taken(text + " handled"), pool));
        awaitAll(4);
        all.add(ready.whenCompleteAsync((text, thrown) -> seen.append(taken(text + " seen")), pool).thenApply(text -> text + ", " + seen));
        awaitAll(5);
        all.add(ready.thenCombineAsync(ready, (one, other) -> taken(one + " and " + other), pool));
        awaitAll(6);
        all.add(ready.thenComposeAsync(text -> CompletableFuture.completedFuture(taken(text + " composed")), pool));
        awaitAll(7);
        all.add(CompletableFuture.supplyAsync(() -> {
            throw new IllegalStateException(taken("failed"));
        }, pool).exceptionally(e -> "told: " + e.getMessage()));
        awaitAll(8);
        CompletableFuture<String> cancelled = CompletableFuture.supplyAsync(() -> taken("for nothing"), pool);
        awaitAll(9);
        cancelled.complete("another");
        FutureTask<Boolean> alone = new FutureTask<>(() -> ran.add(taken("alone")));
        Thread thread = new Thread(alone);
        thread.start();
        awaitAll(10);
        alone.cancel(false);
        work(all);
        System.out.println(cancelled.get());
        thread.join();
        System.out.println(alone.isCancelled() + " " + ran.toString().contains("alone on"));
        pool.shutdown();
        System.out.println(pool.awaitTermination(1, TimeUnit.MINUTES) + " " + ran.size());
        IN.clear(); // whether a worker was interrupted once more at its end depends on the JVM
    }

    static void work(List<CompletableFuture<?>> all) throws Exception {
        System.out.println("here " + IN.size());
        GO.countDown();
        for (CompletableFuture<?> each : all) {
            System.out.println(each.get());
        }
    }
}
