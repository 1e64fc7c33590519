/** Another thread is alive at the checkpoint, and waits, or is just about to. */
public class Main {
    private static int turns;

    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        Thread other = new Thread(() -> {
            synchronized (lock) {
                while (turns == 0) {
                    try {
                        lock.wait();
                    } catch (InterruptedException e) {
                        return;
                    }
                }
            }
            System.out.println("the other thread ends");
        }, "other");
        other.start();
        System.out.println("before");
        synchronized (lock) { // here
            turns = 1;
            lock.notifyAll();
        }
        other.join();
        System.out.println("end");
    }
}
