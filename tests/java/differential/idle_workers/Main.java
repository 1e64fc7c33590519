import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** The common pool has worked before the checkpoint and works again behind it; its workers rest there. */
public class Main {
    static final ForkJoinPool POOL = ForkJoinPool.commonPool();

    public static void main(String[] args) {
        CompletableFuture<Integer> first = CompletableFuture.supplyAsync(() -> 21).thenApplyAsync(x -> x * 2);
        System.out.println(first.join());
        System.out.println(IntStream.range(0, 1000).parallel().sum());
        POOL.submit(() -> { }).join();
        System.out.println(late("timed out"));
        System.out.println(CompletableFuture.completedFuture("in time").orTimeout(1, TimeUnit.HOURS).join());
        System.out.println("rest"); // here
        System.out.println(first.isDone() + " " + (POOL == ForkJoinPool.commonPool()));
        System.out.println(IntStream.range(0, 100_000).parallel().map(x -> x % 7).sum());
        System.out.println(late("again"));
        System.out.println(first.thenCombine(CompletableFuture.supplyAsync(() -> 1), Integer::sum).join());
    }

    static String late(String value) {
        return new CompletableFuture<String>().completeOnTimeout(value, 1, TimeUnit.MILLISECONDS).join();
    }
}
