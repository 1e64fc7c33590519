import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A delayed task of a fork-join pool of the program's own. */
public class Main {
    static void work(ForkJoinPool pool) {
        System.out.println(pool.getParallelism()); // here
        pool.shutdownNow();
    }

    public static void main(String[] args) {
        ForkJoinPool pool = new ForkJoinPool(2);
        ((ScheduledExecutorService) (Object) pool).schedule(() -> System.out.println("never"), 1, TimeUnit.HOURS); // it is one from JDK 25 on
        work(pool);
    }
}
