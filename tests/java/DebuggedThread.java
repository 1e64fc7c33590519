import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Stopped by a debugger after the checkpoint, with a thread that waits. */
public class DebuggedThread {
    static final BlockingQueue<String> IN = new LinkedBlockingQueue<>();

    public static void main(String[] args) throws InterruptedException {
        Thread consumer = new Thread(new Consumer("aside"), "consumer");
        consumer.start();
        while (consumer.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        work(4);
        IN.put("got");
        consumer.join();
    }

    static void work(int depth) {
        long result = depth * 10L; // checkpoint
        System.out.println(result); // stop
    }

    static final class Consumer implements Runnable {
        private final String label;

        Consumer(String label) {
            this.label = label;
        }

        @Override
        public void run() {
            try {
                consume(label, 3); // call
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    static void consume(String label, int size) throws InterruptedException {
        long sum = size * 7L;
        String got = IN.take(); // take
        System.out.println(label + " " + got + " " + sum + " " + size);
    }
}
