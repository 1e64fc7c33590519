import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A thread gives up its wait while main holds what it needs to go on: only the JDK knows that it does. */
public class Main {
    static final Object MONITOR = new Object();
    static final ReentrantLock LOCK = new ReentrantLock();
    static final Condition CONDITION = LOCK.newCondition();

    static void waitsForMonitor() {
        synchronized (MONITOR) {
            try {
                MONITOR.wait();
                System.out.println("notified");
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
        }
    }

    static void awaits(long millis) {
        LOCK.lock();
        try {
            System.out.println("signalled " + CONDITION.await(millis, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            System.out.println("interrupted");
        } finally {
            LOCK.unlock();
        }
    }

    static void rests(Thread t, Thread.State state) {
        while (t.getState() != state) {
            Thread.onSpinWait();
        }
    }

    public static void main(String[] args) throws Exception {
        String how = args[0];
        Thread t = new Thread(how.equals("monitor") ? Main::waitsForMonitor : () -> awaits(how.equals("time") ? 50 : 1_000_000));
        t.start();
        rests(t, how.equals("monitor") ? Thread.State.WAITING : Thread.State.TIMED_WAITING);
        synchronized (MONITOR) {
            LOCK.lock();
            if (!how.equals("time")) {
                t.interrupt();
            }
            rests(t, how.equals("monitor") ? Thread.State.BLOCKED : Thread.State.WAITING);
            System.out.println("checkpoint"); // here
            LOCK.unlock();
        }
        t.join();
    }
}
