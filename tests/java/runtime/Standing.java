import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A thread that still waits when the program ends: where it does, and what it has seen, no output tells. */
public class Standing {
    static class Consumer extends Thread {
        final BlockingQueue<Integer> in = new LinkedBlockingQueue<>();
        int sum;
        int noted;

        Consumer() {
            super("consumer");
            setDaemon(true);
        }

        @Override
        public void run() {
            try {
                int last = 0;
                while (sum < 100) {
                    last = next(last); // few
                    sum += last > 99 ? last : last & 7;
                }
                sum -= in.take(); // many
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        /** The value before is not used but for negative ones. */
        private int next(int before) throws InterruptedException {
            int got = in.take(); // next
            return got < 0 ? before : got;
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
        consumer.noted = more >> 8;
        consumer.in.add(more & 255);
        await(consumer);
        System.out.println("end");
    }
}
