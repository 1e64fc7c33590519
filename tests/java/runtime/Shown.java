import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;

/** Threads that wait at the checkpoint, for tools to show: the first argument is in a frame of one, the second names another. */
public class Shown {
    static final BlockingQueue<String> IN = new LinkedBlockingQueue<>();
    static final CountDownLatch DONE = new CountDownLatch(1);
    static final CountDownLatch NEVER = new CountDownLatch(1);

    static final class Box {
        final int[] held = new int[1000];
    }

    public static void main(String[] args) throws Exception {
        start("consumer", args.length > 0 ? args[0] : "word");
        if (args.length > 1) {
            start(args[1], null);
        }
        after();
        System.exit(0);
    }

    static void start(String name, String word) {
        Thread t = new Thread(new Consumer(word), name);
        t.start();
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
    }

    static void after() throws InterruptedException {
        System.out.println("here"); // here
        IN.put("got");
        DONE.await();
    }

    static final class Consumer implements Runnable {
        private final String word;

        Consumer(String word) {
            this.word = word;
        }

        @Override
        public void run() {
            try {
                if (word == null) {
                    NEVER.await(); // never
                }
                System.out.println(consume(word, 7)); // call
                DONE.countDown();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    static String consume(String word, int count) throws InterruptedException {
        Box box = new Box();
        long sum = 3L * count;
        String got = IN.take(); // take
        return word + got + sum + box.held.length;
    }
}
