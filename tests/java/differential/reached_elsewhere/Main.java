import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Only a pool's worker comes to the chain's first method: it is named, since a checkpoint lies on the main thread. */
public class Main {
    static int step(int number) {
        System.out.println("step " + number);
        return number;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        System.out.println(pool.submit(() -> step(1)).get());
        pool.shutdown();
    }
}
