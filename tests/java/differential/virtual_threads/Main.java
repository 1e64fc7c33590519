import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;

/** Virtual threads that have ended before the checkpoint, and others behind it. */
public class Main {
    static final ScopedValue<String> USER = ScopedValue.newInstance();

    public static void main(String[] args) throws Exception {
        Future<Integer> result;
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            result = executor.submit(() -> {
                Thread.sleep(5);
                return 6 * 7;
            });
        }
        Thread ended = Thread.ofVirtual().name("ended").start(() -> System.out.println("in a virtual thread"));
        ended.join();
        System.out.println("joined"); // here
        System.out.println(result.get() + " " + ended.getState() + " " + ended.getName());
        Thread.startVirtualThread(() -> System.out.println("another")).join();
        System.out.println(ScopedValue.where(USER, "ann").call(() -> USER.get()) + " " + USER.isBound() + " " + ScopedValue.newInstance().hashCode());
        try (ForkJoinPool pool = new ForkJoinPool(1)) {
            System.out.println(pool.submit(() -> Thread.currentThread().getName()).get());
        }
    }
}
