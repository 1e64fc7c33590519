import java.util.concurrent.locks.AbstractQueuedSynchronizer;

/** Threads that wait for synchronizers of the program's own. */
public class Main {
    static final class Mutex extends AbstractQueuedSynchronizer {
        @Override
        protected boolean tryAcquire(int ignored) {
            return compareAndSetState(0, 1);
        }

        @Override
        protected boolean tryRelease(int ignored) {
            setState(0);
            return true;
        }
    }

    static final class Latch extends AbstractQueuedSynchronizer {
        @Override
        protected int tryAcquireShared(int ignored) {
            return getState() == 0 ? -1 : 1;
        }

        @Override
        protected boolean tryReleaseShared(int ignored) {
            setState(1);
            return true;
        }
    }

    static final Mutex MUTEX = new Mutex();
    static final Latch LATCH = new Latch();
    static int count;

    static void add() {
        MUTEX.acquire(1);
        count += 3;
        MUTEX.release(1);
    }

    static void twice() {
        try {
            LATCH.acquireSharedInterruptibly(1);
            MUTEX.acquire(1);
            count *= 2;
            MUTEX.release(1);
        } catch (InterruptedException e) {
            System.out.println(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread adder = new Thread(Main::add);
        Thread doubler = new Thread(Main::twice);
        MUTEX.acquire(1);
        adder.start();
        doubler.start();
        while (!MUTEX.isQueued(adder) || !LATCH.isQueued(doubler)) {
            Thread.onSpinWait();
        }
        count = 1; // here
        MUTEX.release(1);
        adder.join();
        System.out.println(count);
        LATCH.releaseShared(1);
        doubler.join();
        System.out.println(count);
    }
}
