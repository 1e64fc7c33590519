import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

/** A task of a pool has failed: it has the worker that threw. */
public class Main {
    public static void main(String[] args) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(2);
        ForkJoinTask<Integer> failed = pool.submit((Callable<Integer>) () -> Integer.parseInt("abc"));
        tell(failed);
        System.out.println("checkpoint"); // here
        tell(failed);
        System.out.println(failed.isCompletedAbnormally());
        pool.shutdown();
    }

    private static void tell(ForkJoinTask<Integer> task) throws InterruptedException {
        try {
            task.get();
        } catch (ExecutionException e) {
            System.out.println(e.getCause().getMessage());
        }
    }
}
