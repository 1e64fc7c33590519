import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;

/** Virtual threads, and threads by a builder. */
public class Virtual {
    static int x;

    public static void main(String[] args) throws InterruptedException {
        Runnable increment = () -> {
            int value = x;
            x = value + 1;
        };
        switch (args[0]) {
            case "virtual" -> join(Thread.ofVirtual().start(increment), Thread.startVirtualThread(increment));
            case "unstarted" -> {
                Thread one = Thread.ofVirtual().name("one").unstarted(increment);
                Thread other = Thread.ofPlatform().name("other").unstarted(increment);
                one.start();
                other.start();
                join(one, other);
            }
            case "factory" -> {
                ThreadFactory factory = Thread.ofVirtual().name("w", 0).factory();
                Thread one = factory.newThread(increment);
                Thread other = factory.newThread(increment);
                one.start();
                other.start();
                join(one, other);
            }
            case "perTask" -> {
                try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
                    executor.submit(increment);
                    executor.submit(increment);
                }
                System.out.println(x);
            }
            case "current" -> {
                Thread one = Thread.startVirtualThread(() -> x = Thread.currentThread().isVirtual() ? 1 : 2);
                join(one, one);
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void join(Thread one, Thread other) throws InterruptedException {
        one.join();
        other.join();
        System.out.println(x + " " + one.getName() + " " + other.getName() + " " + one.isVirtual());
    }
}
