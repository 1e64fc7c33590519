import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;

/** Threads that wait in {@code ExecutorService.close} for the end of tasks, which wait themselves. */
public class Main {
    static final CountDownLatch OPEN = new CountDownLatch(1);
    static final BlockingQueue<String> OUT = new LinkedBlockingQueue<>();
    static final Semaphore BEGUN = new Semaphore(0);

    static String reply(int number) throws InterruptedException {
        BEGUN.release();
        OPEN.await();
        return "reply " + number;
    }

    static List<String> gather(ExecutorService made, int tasks) throws Exception {
        List<Future<String>> replies = new ArrayList<>();
        try (ExecutorService executor = made) {
            for (int i = 0; i < tasks; i++) {
                int number = i;
                replies.add(executor.submit(() -> reply(number)));
            }
        }
        List<String> found = new ArrayList<>();
        for (Future<String> each : replies) {
            found.add(each.get());
        }
        return found;
    }

    static Thread gatherer(String name, ExecutorService executor, int tasks) {
        return Thread.ofPlatform().name(name).start(() -> {
            try {
                OUT.add(name + ": " + gather(executor, tasks) + ", closed: " + executor.isTerminated());
            } catch (Exception e) {
                OUT.add(name + " failed: " + e);
            }
        });
    }

    public static void main(String[] args) throws Exception {
        List<Thread> threads = List.of(gatherer("virtual", Executors.newVirtualThreadPerTaskExecutor(), 3),
            gatherer("fixed", Executors.newFixedThreadPool(2), 4));
        BEGUN.acquire(5);
        for (Thread each : threads) {
            while (each.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait();
            }
        }
        work(threads);
    }

    static void work(List<Thread> threads) throws InterruptedException {
        System.out.println("here");
        OPEN.countDown();
        List<String> found = new ArrayList<>(List.of(OUT.take(), OUT.take()));
        found.sort(null);
        System.out.println(found);
        for (Thread each : threads) {
            each.join();
        }
    }
}
