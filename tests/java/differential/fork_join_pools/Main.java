import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Pools of forks and joins of the program's own: one that has worked, one that was never used, one that has ended. */
public class Main {
    static ForkJoinPool pool = new ForkJoinPool(3);
    static ExecutorService stealing = Executors.newWorkStealingPool(2);
    static ForkJoinPool ended = new ForkJoinPool(2);

    static final class Sum extends RecursiveTask<Long> {
        final int from;
        final int to;

        Sum(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        protected Long compute() {
            if (to - from < 10) {
                return IntStream.range(from, to).asLongStream().sum();
            }
            Sum left = new Sum(from, (from + to) / 2);
            left.fork();
            return new Sum((from + to) / 2, to).compute() + left.join();
        }
    }

    static void work(ForkJoinPool single, ForkJoinPool fresh) throws Exception {
        Callable<String> name = () -> Thread.currentThread().getName();
        System.out.println("idle"); // here
        System.out.println(single.submit(name).get() + " " + single.getPoolSize());
        System.out.println(pool.invoke(new Sum(0, 1000)) + " " + pool.getParallelism());
        System.out.println(pool.submit(() -> IntStream.range(0, 10_000).parallel().map(x -> x % 7).sum()).get());
        System.out.println(stealing.submit(() -> 3).get() + " " + CompletableFuture.supplyAsync(() -> 20, stealing).get());
        System.out.println(fresh.submit(name).get() + " " + fresh.getAsyncMode());
        try {
            ended.submit(name);
        } catch (java.util.concurrent.RejectedExecutionException e) {
            System.out.println("rejected " + ended.isTerminated());
        }
        System.out.println(new ForkJoinPool(1).submit(name).get());
    }

    public static void main(String[] args) throws Exception {
        ForkJoinPool single = new ForkJoinPool(1);
        ForkJoinPool fresh = new ForkJoinPool(1, ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, true);
        System.out.println(single.submit(() -> Thread.currentThread().getName()).get());
        System.out.println(pool.invoke(new Sum(0, 500)));
        System.out.println(stealing.submit(() -> 2).get());
        ended.invoke(new Sum(0, 100));
        ended.shutdown();
        System.out.println(ended.awaitTermination(1, TimeUnit.MINUTES));
        work(single, fresh);
        for (ExecutorService each : new ExecutorService[] {single, pool, stealing, fresh}) {
            each.shutdown();
            System.out.println(each.awaitTermination(1, TimeUnit.MINUTES));
        }
        pool = null; // what a pool counts differs from run to run
        stealing = null;
        ended = null;
    }
}
