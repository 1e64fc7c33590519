import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.TimeUnit;

/** Tasks of fork-join pools that are under way at the checkpoint, of the common pool too, with others that wait for a worker. */
public class Main {
    static final CountDownLatch GO = new CountDownLatch(1);
    static final List<Thread> IN = new ArrayList<>();
    static final BlockingQueue<String> ORDERS = new LinkedBlockingQueue<>();

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

    static class Part extends RecursiveTask<Integer> {
        private static final long serialVersionUID = 1;
        final int size;

        Part(int size) {
            this.size = size;
        }

        @Override
        protected Integer compute() {
            if (size == 1) {
                return 1;
            }
            if (size == 64) {
                taken("part");
            }
            Part half = new Part(size / 2);
            half.fork();
            return new Part(size - size / 2).compute() + half.join();
        }
    }

    static String ordered() throws InterruptedException {
        String last = "";
        while (last.length() < 12) {
            synchronized (IN) {
                IN.add(Thread.currentThread());
            }
            last += ORDERS.take();
        }
        return last + " on " + Thread.currentThread().getName();
    }

    public static void main(String[] args) throws Exception {
        List<Future<?>> all = new ArrayList<>();
        all.add(CompletableFuture.supplyAsync(() -> taken("common")).thenApply(text -> text + ", then more"));
        awaitAll(1);
        if (ForkJoinPool.getCommonPoolParallelism() == 1) {
            all.add(CompletableFuture.supplyAsync(() -> "queued on " + Thread.currentThread().getName()));
            all.add(ForkJoinPool.commonPool().submit(() -> "queued, too"));
        }
        ForkJoinPool pool = new ForkJoinPool(3);
        Callable<String> called = () -> taken("called");
        all.add(pool.submit(called));
        awaitAll(2);
        all.add(pool.submit(new Part(64)));
        awaitAll(3);
        all.add(CompletableFuture.completedFuture("ready").thenApplyAsync(text -> taken(text + " applied"), pool));
        awaitAll(4);
        ForkJoinPool single = new ForkJoinPool(1);
        Callable<String> takes = Main::ordered;
        Future<String> orders = single.submit(takes);
        awaitAll(5);
        List<String> joined = new ArrayList<>();
        Thread joiner = new Thread(() -> {
            try {
                joined.add("joined " + orders.get());
            } catch (InterruptedException | ExecutionException e) {
                joined.add(e.toString());
            }
        });
        joiner.start();
        while (joiner.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        work(all);
        for (int i = 0; i < 8; i++) {
            ORDERS.add("o" + i);
        }
        System.out.println(orders.get() + " " + single.submit(() -> "done").get());
        joiner.join();
        System.out.println(joined);
        pool.shutdown();
        single.shutdown();
        System.out.println(pool.awaitTermination(1, TimeUnit.MINUTES) + " " + single.awaitTermination(1, TimeUnit.MINUTES));
        IN.clear(); // what workers' random numbers begin with depends on the order in which the JVM lets them go on
    }

    static void work(List<Future<?>> all) throws Exception {
        System.out.println("here " + IN.size());
        GO.countDown();
        for (Future<?> each : all) {
            System.out.println(each.get());
        }
    }
}
