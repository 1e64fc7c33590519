import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Stages of futures, and a task that its pool has no place for, are run by main itself. */
public class Main {
    static String step(String text) {
        System.out.println("step " + text); // here
        return text + "!";
    }

    static void task() {
        step("task on " + Thread.currentThread().getName());
    }

    public static void main(String[] args) throws Exception {
        System.out.println(CompletableFuture.completedFuture("hi").thenApply(Main::step).join());
        CompletableFuture<String> failed = CompletableFuture.failedFuture(new IllegalStateException("no"));
        System.out.println(failed.exceptionally(e -> step(e.getMessage())).join());
        CountDownLatch latch = new CountDownLatch(1);
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 1, TimeUnit.MINUTES, new ArrayBlockingQueue<>(1), new ThreadPoolExecutor.CallerRunsPolicy());
        pool.execute(() -> {
            try {
                latch.await();
            } catch (InterruptedException e) {
                System.out.println(e);
            }
        });
        pool.execute(() -> System.out.println("queued"));
        pool.execute(Main::task);
        latch.countDown();
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.MINUTES);
    }
}
