import java.util.concurrent.LinkedBlockingQueue;

/** A chain that starts below main, and a virtual thread that main had started: the replay has it anyway. */
public class Main {
    static final LinkedBlockingQueue<String> QUEUE = new LinkedBlockingQueue<>();

    public static void main(String[] args) throws Exception {
        Thread old = Thread.startVirtualThread(() -> {
            try {
                System.out.println(QUEUE.take());
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
        });
        while (old.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        phase();
        old.join();
    }

    static void phase() throws InterruptedException {
        System.out.println("phase");
        work();
    }

    static void work() throws InterruptedException {
        QUEUE.put("taken");
    }
}
