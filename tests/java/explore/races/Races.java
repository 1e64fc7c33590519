import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Plain accesses of two threads, in order or not. */
public class Races {
    static int x;
    static boolean flag;
    static volatile boolean done;
    static final Object LOCK = new Object();
    static final AtomicInteger COUNT = new AtomicInteger();

    public static void main(String[] args) throws Exception {
        BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
        switch (args[0]) {
            case "writes" -> both(() -> x = 1, () -> x = 2);
            case "increments" -> both(() -> x++, () -> x++);
            case "readers" -> both(() -> print(x), () -> print(x));
            case "locked" -> both(Races::locked, Races::locked);
            case "oneLocked" -> both(Races::locked, () -> x++);
            case "volatileFlag" -> both(() -> {
                x = 1;
                done = true;
            }, () -> {
                if (done) {
                    print(x);
                }
            });
            case "plainFlag" -> both(() -> {
                x = 1;
                flag = true;
            }, () -> {
                if (flag) {
                    print(x);
                }
            });
            case "atomic" -> both(() -> {
                x = 1;
                COUNT.incrementAndGet();
            }, () -> {
                if (COUNT.get() == 1) {
                    print(x);
                }
            });
            case "queue" -> both(() -> {
                x = 1;
                queue.add(1);
            }, () -> {
                queue.take();
                print(x);
            });
            case "oneOrder" -> both(() -> {
                x = 1;
                synchronized (LOCK) {
                    flag = true;
                }
            }, () -> {
                synchronized (LOCK) {
                    flag = true;
                }
                x = 2;
            });
            case "joined" -> {
                both(() -> x = 1, () -> { });
                print(x);
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void print(int value) {
        if (value > 100) {
            throw new AssertionError();
        }
    }

    private static void locked() {
        synchronized (LOCK) {
            x++;
        }
    }

    interface Body {
        void run() throws Exception;
    }

    private static Thread started(Body body) {
        Thread thread = new Thread(() -> {
            try {
                body.run();
            } catch (Exception error) {
                throw new IllegalStateException(error);
            }
        });
        thread.start();
        return thread;
    }

    private static void both(Body one, Body other) throws InterruptedException {
        Thread first = started(one);
        Thread second = started(other);
        first.join();
        second.join();
    }
}
