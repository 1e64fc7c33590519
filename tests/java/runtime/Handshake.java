import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Threads that enter and leave waits of several kinds all the time, with wake-ups for nothing, while main comes to its checkpoint as often as the
 * argument says. What is printed does not depend on the order of their steps.
 */
public class Handshake {
    static final BlockingQueue<Integer> QUEUE = new LinkedBlockingQueue<>();
    static final BlockingQueue<Integer> TIMED = new LinkedBlockingQueue<>();
    static final Object MONITOR = new Object();
    static final ReentrantLock LOCK = new ReentrantLock();
    static final Condition CHANGED = LOCK.newCondition();
    static final AtomicLong SUM = new AtomicLong();
    static final int END = -1;
    static int onMonitor;
    static int onCondition;
    static volatile boolean stop;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[6];
        for (int kind = 0; kind < threads.length; kind++) {
            threads[kind] = new Thread(new Lane(kind, threads), "lane " + kind);
        }
        for (Thread each : threads) {
            each.start();
        }
        int rounds = Integer.parseInt(args[0]);
        for (int round = 1; round <= rounds; round++) {
            give(round, round);
            after(round);
        }
        stop = true;
        give(END, 0);
        for (Thread each : threads) {
            each.join();
        }
        System.out.println("sum " + (SUM.get() + onMonitor * 7L + onCondition * 11L));
    }

    static void after(int round) {
        System.out.println("round " + round); // here
    }

    /** Work for each lane; monitor and condition are notified twice, once for nothing. */
    static void give(int job, int credit) throws InterruptedException {
        QUEUE.put(job);
        TIMED.put(job);
        for (int i = 0; i < 2; i++) {
            synchronized (MONITOR) {
                onMonitor += i * credit;
                MONITOR.notifyAll();
            }
            LOCK.lock();
            try {
                onCondition += i * credit;
                CHANGED.signalAll();
            } finally {
                LOCK.unlock();
            }
        }
    }

    static final class Lane implements Runnable {
        private final int kind;
        private final Thread[] threads;

        Lane(int kind, Thread[] threads) {
            this.kind = kind;
            this.threads = threads;
        }

        @Override
        public void run() {
            try {
                switch (kind) {
                    case 0: queue(); break; // of queue
                    case 1: timed(); break; // of timed
                    case 2: monitor(); break; // of monitor
                    case 3: condition(); break; // of condition
                    case 4: parks(); break; // of parks
                    default: wakes(threads[4]); break; // of wakes
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    static void queue() throws InterruptedException {
        long jobs = 0;
        while (true) {
            int job = QUEUE.take(); // queue
            if (job == END) {
                SUM.addAndGet(jobs);
                return;
            }
            jobs++;
            SUM.addAndGet(job * 3L);
        }
    }

    static void timed() throws InterruptedException {
        while (true) {
            Integer job = TIMED.poll(100, TimeUnit.MICROSECONDS); // timed
            if (job != null && job == END) {
                return;
            }
            SUM.addAndGet(job == null ? 0 : job * 5L);
        }
    }

    static void monitor() throws InterruptedException {
        while (!stop) {
            synchronized (MONITOR) {
                while (onMonitor == 0 && !stop) {
                    MONITOR.wait(); // monitor
                }
                SUM.addAndGet(onMonitor * 7L);
                onMonitor = 0;
            }
        }
    }

    static void condition() throws InterruptedException {
        while (!stop) {
            LOCK.lock();
            try {
                while (onCondition == 0 && !stop) {
                    CHANGED.await(); // condition
                }
                SUM.addAndGet(onCondition * 11L);
                onCondition = 0;
            } finally {
                LOCK.unlock();
            }
        }
    }

    static void parks() {
        while (!stop) {
            LockSupport.parkNanos(1_000_000); // parks
        }
    }

    static void wakes(Thread other) throws InterruptedException {
        while (!stop) {
            LockSupport.unpark(other);
            Thread.sleep(0, 50_000); // wakes
        }
    }
}
