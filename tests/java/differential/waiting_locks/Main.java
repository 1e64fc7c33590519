import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/**
 * Threads that wait for locks, conditions, barriers and results: among them one that awaits a condition whose lock it holds twice, one whose
 * condition was signalled while main holds the lock, one behind a writer.
 */
public class Main {
    static final BlockingQueue<String> OUT = new LinkedBlockingQueue<>();
    static final List<Thread> THREADS = new ArrayList<>();

    static void await(Thread t) {
        while (t.getState() != Thread.State.WAITING && t.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
    }

    final ReentrantLock lock = new ReentrantLock();
    final Condition condition = lock.newCondition();
    final ReentrantLock held = new ReentrantLock();
    final Condition ofHeld = held.newCondition();
    final ReentrantLock signalled = new ReentrantLock();
    final Condition ofSignalled = signalled.newCondition();
    final Condition timed = signalled.newCondition();
    final ReentrantReadWriteLock shared = new ReentrantReadWriteLock();
    final Semaphore semaphore = new Semaphore(0);
    final CountDownLatch latch = new CountDownLatch(2);
    final CyclicBarrier barrier = new CyclicBarrier(3);
    final FutureTask<String> future = new FutureTask<>(() -> "computed");
    final CompletableFuture<String> later = new CompletableFuture<>();
    final StampedLock stamped = new StampedLock();
    volatile boolean parked = true;
    boolean ready;

    class AwaitsTwice extends Thread {
        @Override
        public void run() {
            lock.lock();
            lock.lock();
            try {
                while (!ready) {
                    condition.await();
                }
                OUT.add("awaited, held " + lock.getHoldCount() + " times");
            } catch (InterruptedException e) {
                OUT.add("interrupted");
            } finally {
                lock.unlock();
                lock.unlock();
            }
        }
    }

    class AwaitsHeld extends Thread {
        @Override
        public void run() {
            held.lock();
            try {
                ofHeld.awaitUninterruptibly();
                OUT.add("main gave the lock back, held " + held.getHoldCount() + " times");
            } finally {
                held.unlock();
            }
        }
    }

    class Signalled extends Thread {
        final Condition on;

        Signalled(Condition on) {
            this.on = on;
        }

        @Override
        public void run() {
            signalled.lock();
            try {
                boolean inTime = on != timed || timed.await(100, TimeUnit.DAYS);
                if (on != timed) {
                    on.await();
                }
                OUT.add("signalled " + inTime + ", held " + signalled.getHoldCount());
            } catch (InterruptedException e) {
                OUT.add("interrupted");
            } finally {
                signalled.unlock();
            }
        }
    }

    class Rest extends Thread {
        final int kind;

        Rest(int kind) {
            this.kind = kind;
        }

        @Override
        public void run() {
            try {
                waits();
            } catch (Exception e) {
                OUT.add("thrown " + e);
            }
        }

        private void waits() throws Exception {
            switch (kind) {
                case 0:
                    shared.readLock().lock();
                    OUT.add("read with " + shared.getReadHoldCount());
                    shared.readLock().unlock();
                    break;
                case 1:
                    OUT.add("acquired " + semaphore.tryAcquire(3, 100, TimeUnit.DAYS));
                    break;
                case 2:
                    latch.await();
                    OUT.add("latch open");
                    break;
                case 3:
                    int place = barrier.await();
                    OUT.add("barrier passed by " + (place >= 0));
                    break;
                case 4:
                    OUT.add("future " + future.get());
                    break;
                case 5:
                    OUT.add("later " + later.join());
                    break;
                case 6:
                    long stamp = stamped.readLock();
                    OUT.add("stamped " + (stamp != 0));
                    stamped.unlockRead(stamp);
                    break;
                case 7:
                    while (parked) {
                        LockSupport.park(Main.this);
                    }
                    OUT.add("unparked");
                    break;
                default:
                    held.lockInterruptibly();
                    OUT.add("got the lock");
                    held.unlock();
            }
        }
    }

    static void begin(Thread t) {
        t.start();
        THREADS.add(t);
        await(t);
    }

    void run() throws Exception {
        begin(new AwaitsTwice());
        begin(new AwaitsHeld());
        begin(new Signalled(ofSignalled));
        begin(new Signalled(timed));
        shared.writeLock().lock();
        long stamp = stamped.writeLock();
        held.lock();
        for (int kind : new int[] {0, 1, 2, 3, 3, 4, 5, 6, 7, 8}) {
            begin(new Rest(kind));
        }
        latch.countDown();
        signalled.lock();
        ofSignalled.signal();
        timed.signalAll();
        work(stamp);
        signalled.unlock();
        print(2);
        for (Thread each : THREADS) {
            each.join();
        }
        System.out.println("all ended, " + OUT.size() + " left");
    }

    static void print(int lines) throws InterruptedException {
        List<String> said = new ArrayList<>();
        for (int i = 0; i < lines; i++) {
            said.add(OUT.take());
        }
        said.sort(null);
        System.out.println(said);
    }

    void work(long stamp) throws Exception {
        System.out.println("here, queued " + held.hasQueuedThreads() + " " + shared.getQueueLength() + " " + semaphore.getQueueLength() + " "
            + barrier.getNumberWaiting() + " " + OUT.size());
        ready = true;
        lock.lock();
        condition.signal();
        lock.unlock();
        print(1);
        held.unlock(); // the thread that waits for the lock gets it
        print(1);
        held.lock();
        ofHeld.signal();
        held.unlock();
        print(1);
        shared.writeLock().unlock();
        print(1);
        semaphore.release(5);
        print(1);
        System.out.println(semaphore.availablePermits() + " permits left");
        latch.countDown();
        print(1);
        barrier.await();
        print(2);
        future.run();
        print(1);
        later.complete("at last");
        print(1);
        stamped.unlockWrite(stamp);
        print(1);
        parked = false;
        LockSupport.unpark(THREADS.get(THREADS.size() - 2));
        print(1);
    }

    public static void main(String[] args) throws Exception {
        new Main().run();
    }
}
