import java.util.concurrent.SynchronousQueue;

/** A chain that starts below main, and a thread that main had started before: the replay has it anyway, in whatever state. */
public class Main {
    static final SynchronousQueue<String> QUEUE = new SynchronousQueue<>();

    public static void main(String[] args) throws Exception {
        Thread old = new Thread(() -> {
            try {
                System.out.println(QUEUE.take());
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
        });
        old.start();
        phase();
        old.join();
    }

    static void phase() throws InterruptedException {
        QUEUE.put("taken");
    }
}
