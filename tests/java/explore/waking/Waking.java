import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** Waits that may end by time while others go on, and waits that may end without a cause. What each returned is kept, so that end states can be counted. */
public class Waking {
    static final Object LOCK = new Object();
    static boolean ready;
    static volatile boolean seen;
    static int result;

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "latch" -> latch();
            case "poll" -> poll();
            case "tryLock" -> tryLock();
            case "join" -> join();
            case "timedWait" -> timedWait();
            case "held" -> held();
            case "loop" -> waiting(true);
            case "once" -> waiting(false);
            case "condition" -> condition();
            case "park" -> park();
            case "expired" -> {
                latch();
                check();
            }
            case "unready" -> {
                waiting(false);
                check();
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void check() {
        if (result != 1) {
            throw new AssertionError();
        }
    }

    private static void latch() throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        new Thread(latch::countDown).start();
        result = latch.await(1, TimeUnit.SECONDS) ? 1 : 2;
    }

    private static void poll() throws Exception {
        BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
        new Thread(() -> queue.add(7)).start();
        Integer polled = queue.poll(1, TimeUnit.SECONDS);
        result = polled == null ? 0 : polled;
    }

    private static void tryLock() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        Thread other = new Thread(() -> {
            try {
                result = lock.tryLock(1, TimeUnit.SECONDS) ? 1 : 2;
            } catch (InterruptedException error) {
                throw new IllegalStateException(error);
            }
        });
        other.start();
        seen = true;
        lock.unlock();
        other.join();
    }

    private static void join() throws Exception {
        Thread other = new Thread(() -> seen = true);
        other.start();
        other.join(10);
        result = seen ? 1 : 2;
        other.join();
    }

    private static void timedWait() throws Exception {
        Thread other = new Thread(() -> {
            synchronized (LOCK) {
                ready = true;
                LOCK.notify();
            }
        });
        synchronized (LOCK) {
            other.start();
            LOCK.wait(10);
            result = ready ? 1 : 2;
        }
        other.join();
    }

    /** The one that waits cannot come back before the other one, which waits for it, gives the monitor up. */
    private static void held() throws Exception {
        Thread main = Thread.currentThread();
        Thread other = new Thread(() -> {
            synchronized (LOCK) {
                try {
                    main.join();
                } catch (InterruptedException error) {
                    throw new IllegalStateException(error);
                }
            }
        });
        synchronized (LOCK) {
            other.start();
            LOCK.wait(10);
        }
    }

    private static void waiting(boolean again) throws Exception {
        Thread other = new Thread(() -> {
            synchronized (LOCK) {
                ready = true;
                LOCK.notify();
            }
        });
        synchronized (LOCK) {
            other.start();
            do {
                LOCK.wait();
            } while (again && !ready);
            result = ready ? 1 : 2;
        }
        other.join();
    }

    private static void condition() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        Thread other = new Thread(() -> {
            lock.lock();
            ready = true;
            condition.signal();
            lock.unlock();
        });
        lock.lock();
        other.start();
        condition.await();
        result = ready ? 1 : 2;
        lock.unlock();
        other.join();
    }

    private static void park() throws Exception {
        Thread main = Thread.currentThread();
        Thread other = new Thread(() -> {
            seen = true;
            LockSupport.unpark(main);
        });
        other.start();
        LockSupport.park();
        result = seen ? 1 : 2;
        other.join();
    }
}
