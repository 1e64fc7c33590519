import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Threads that still run when main comes to the checkpoint, and come to their calls while it stands there: these have not begun then. */
public class Main {
    static final ReentrantLock LOCK = new ReentrantLock();
    static final Condition CHANGED = LOCK.newCondition();
    static final CyclicBarrier BARRIER = new CyclicBarrier(2);
    static volatile boolean go;
    static volatile boolean changed;

    static long compute() {
        while (!go) {
            Thread.onSpinWait();
        }
        long sum = 0;
        for (int i = 0; i < 300_000_000; i++) {
            sum += sum << 1 ^ i;
        }
        return sum;
    }

    static class Awaits extends Thread {
        long result;

        @Override
        public void run() {
            long computed = compute();
            LOCK.lock();
            try {
                while (!changed) {
                    CHANGED.awaitUninterruptibly();
                }
                result = computed;
            } finally {
                LOCK.unlock();
            }
        }
    }

    static class Meets extends Thread {
        long result;

        @Override
        public void run() {
            long computed = compute();
            try {
                BARRIER.await();
                result = computed;
                BARRIER.await();
            } catch (InterruptedException | BrokenBarrierException e) {
                result = -1;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Awaits awaits = new Awaits();
        Meets meets = new Meets();
        awaits.start();
        meets.start();
        go = true;
        work(awaits, meets);
    }

    static void work(Awaits awaits, Meets meets) throws Exception {
        System.out.println("here");
        BARRIER.await();
        BARRIER.await();
        meets.join();
        System.out.println("met with " + meets.result + ", waiting " + BARRIER.getNumberWaiting());
        LOCK.lock();
        System.out.println("locked " + LOCK.getHoldCount());
        changed = true;
        CHANGED.signalAll();
        LOCK.unlock();
        awaits.join();
        System.out.println("awaited " + awaits.result + ", locked " + LOCK.isLocked());
    }
}
