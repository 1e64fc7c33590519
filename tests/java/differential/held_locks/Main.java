import java.io.IOException;

/** Monitors entered one in another, one of them twice, are left in the right order when the callee throws after the checkpoint. */
public class Main {
    private final int[] cells = {1};
    private int sum;

    int run(String text) {
        try {
            synchronized (this) {
                synchronized (cells) {
                    synchronized (this) {
                        sum += fail(text);
                    }
                }
            }
        } catch (IOException e) {
            System.out.println(e.getMessage() + Thread.holdsLock(cells) + Thread.holdsLock(this));
        } finally {
            synchronized (cells) {
                sum += text.length();
            }
        }
        return sum;
    }

    int fail(String text) throws IOException {
        System.out.println("before");
        System.out.println(Thread.holdsLock(cells)); // here
        throw new IOException(text + Thread.holdsLock(this));
    }

    public static void main(String[] args) throws InterruptedException {
        Main main = new Main();
        System.out.println(main.run("text"));
        Thread other = new Thread(() -> {
            synchronized (main) {
                System.out.println("free");
            }
        });
        other.start();
        other.join();
    }
}
