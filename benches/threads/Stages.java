import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** A pipeline of three threads with short queues between them, which hand on some hundred thousand numbers a second. */
public class Stages {
    static final int COUNT = 3_000_000;
    static final BlockingQueue<Long> FIRST = new ArrayBlockingQueue<>(256);
    static final BlockingQueue<Long> SECOND = new ArrayBlockingQueue<>(256);
    static long sum;

    public static void main(String[] args) throws InterruptedException {
        Thread doubles = new Thread(new Doubles(), "doubles");
        Thread adds = new Thread(new Adds(), "adds");
        doubles.start();
        adds.start();
        for (long i = 1; i <= COUNT; i++) {
            FIRST.put(i);
        }
        after();
        FIRST.put(-1L);
        doubles.join();
        adds.join();
        System.out.println(sum);
    }

    static void after() {
        System.out.println("given"); // here
    }

    static final class Doubles implements Runnable {
        @Override
        public void run() {
            try {
                while (true) {
                    long next = FIRST.take(); // takes
                    SECOND.put(next < 0 ? next : 2 * next); // puts
                    if (next < 0) {
                        return;
                    }
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    static final class Adds implements Runnable {
        @Override
        public void run() {
            try {
                for (long next = SECOND.take(); next >= 0; next = SECOND.take()) { // adds
                    sum += next;
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
