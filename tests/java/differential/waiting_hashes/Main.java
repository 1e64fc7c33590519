/** A waiting thread takes identity hashes before and after the checkpoint: its own generator goes on. */
public class Main extends Thread {
    final Object lock = new Object();
    boolean open;
    String hashes = "";

    @Override
    public void run() {
        add();
        synchronized (lock) {
            while (!open) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    return;
                }
                add();
            }
        }
        add();
    }

    private void add() {
        hashes = hashes.concat(Integer.toHexString(new Object().hashCode())).concat(" ");
    }

    public static void main(String[] args) throws Exception {
        Main thread = new Main();
        thread.start();
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        work(thread);
        System.out.println(thread.hashes);
    }

    static void work(Main thread) throws Exception {
        System.out.println("here");
        synchronized (thread.lock) {
            thread.open = true;
            thread.lock.notify();
        }
        thread.join();
        System.out.println(Integer.toHexString(new Object().hashCode()));
    }
}
