import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Executors of one thread, which later JDKs register with a cleaner: one that has ended, and one that has not begun. */
public class Main {
    public static void main(String[] args) throws Exception {
        ExecutorService ended = Executors.newSingleThreadExecutor();
        Future<Integer> result = ended.submit(() -> 6 * 7);
        ended.shutdown();
        System.out.println(ended.awaitTermination(1, TimeUnit.MINUTES));
        ExecutorService fresh = Executors.newSingleThreadExecutor();
        System.out.println("ended"); // here
        System.out.println(result.get() + " " + ended.isTerminated());
        ended.shutdown();
        System.out.println(fresh.submit(() -> "worked").get());
        fresh.shutdown();
        System.out.println(fresh.awaitTermination(1, TimeUnit.MINUTES));
    }
}
