/** The main thread is interrupted when the snapshot is taken. */
public class Main {
    public static void main(String[] args) throws Exception {
        Thread.currentThread().interrupt();
        work();
        System.out.println(Thread.interrupted());
    }

    static void work() {
        System.out.println(Thread.currentThread().isInterrupted()); // here
        try {
            Thread.sleep(1);
            System.out.println("slept");
        } catch (InterruptedException e) {
            System.out.println("interrupted");
            Thread.currentThread().interrupt();
        }
    }
}
