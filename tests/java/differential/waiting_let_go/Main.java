import java.lang.ref.WeakReference;
import java.util.concurrent.LinkedBlockingQueue;

/** What locals of a thread that waits held at the checkpoint is garbage when they are cleared behind the call, and when the thread has ended. */
public class Main {
    static final LinkedBlockingQueue<Object> IN = new LinkedBlockingQueue<>();
    static final LinkedBlockingQueue<WeakReference<Object>> OUT = new LinkedBlockingQueue<>();

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(Main::run, "other");
        thread.start();
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        work();
        thread.join();
        WeakReference<Object> last = OUT.take();
        System.gc();
        System.out.println("behind its end: " + (last.get() == null));
    }

    static void work() throws InterruptedException {
        System.out.println("here");
        IN.put(new Object());
        WeakReference<Object> kept = OUT.take();
        WeakReference<Object> got = OUT.take();
        System.gc();
        System.out.println("behind the call: " + (kept.get() == null) + " " + (got.get() == null));
        IN.put(new Object());
    }

    static void run() {
        try {
            Object kept = new Object();
            Object got = IN.take();
            WeakReference<Object> ofKept = new WeakReference<>(kept);
            WeakReference<Object> ofGot = new WeakReference<>(got);
            kept = null;
            got = null;
            OUT.put(ofKept);
            OUT.put(ofGot);
            OUT.put(new WeakReference<>(IN.take()));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
