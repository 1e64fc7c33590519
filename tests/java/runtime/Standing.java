import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A thread that still waits when the program ends: where it does, and what it has seen, no output tells. */
public class Standing {
    static class Consumer extends Thread {
        final BlockingQueue<Integer> in = new LinkedBlockingQueue<>();
        int sum;

        Consumer() {
            super("consumer");
            setDaemon(true);
        }

        @Override
        public void run() {
            try {
                while (sum < 100) {
                    sum += in.take(); // few
                }
                sum -= in.take(); // many
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    public static void main(String[] args) {
        Consumer consumer = new Consumer();
        consumer.start();
        await(consumer);
        after(consumer, args.length + 5);
    }

    static void await(Consumer consumer) {
        while (!consumer.in.isEmpty() || consumer.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
    }

    static void after(Consumer consumer, int more) {
        System.out.println("start"); // here
        consumer.in.add(more);
        await(consumer);
        System.out.println("end");
    }
}
