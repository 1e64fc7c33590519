import java.util.Arrays;
import java.util.concurrent.Semaphore;

/**
 * What the hooks around a thread's call cost: the same loop in a method of a chain, which has them, and in one without, in turn, in one run.
 * The call could block, and does not. Prints for each pair of rounds the nanoseconds that a call takes with hooks and without.
 */
public class HookCost {
    static final int CALLS = 2_000_000;
    static final int ROUNDS = 25;
    static final Semaphore PERMITS = new Semaphore(Integer.MAX_VALUE);

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(new Worker(), "worker");
        worker.start();
        worker.join();
        after();
    }

    static void after() {
        System.out.println("done"); // here
    }

    static final class Worker implements Runnable {
        @Override
        public void run() {
            double[][] nanos = new double[ROUNDS][2];
            try {
                for (double[] round : nanos) {
                    long start = System.nanoTime();
                    with(CALLS); // call
                    long between = System.nanoTime();
                    without(CALLS);
                    round[0] = (double) (between - start) / CALLS;
                    round[1] = (double) (System.nanoTime() - between) / CALLS;
                    PERMITS.release(2 * CALLS);
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            for (double[] round : Arrays.copyOfRange(nanos, ROUNDS / 5, ROUNDS)) { // the first ones compile
                System.out.println(round[0] + " " + round[1]);
            }
        }
    }

    static void with(int calls) throws InterruptedException {
        for (int i = 0; i < calls; i++) {
            PERMITS.acquire(); // waits
        }
    }

    static void without(int calls) throws InterruptedException {
        for (int i = 0; i < calls; i++) {
            PERMITS.acquire();
        }
    }
}
