/** Synchronized methods and blocks around the chain: after the checkpoint the monitors are held, used and left. */
public class Main {
    private final Object lock = new Object();
    private int count;

    public static void main(String[] args) {
        Main main = new Main();
        synchronized (main.lock) {
            main.outer(3);
            System.out.println("held " + Thread.holdsLock(main.lock) + " " + Thread.holdsLock(main));
        }
        System.out.println("left " + Thread.holdsLock(main.lock) + " " + Thread.holdsLock(Main.class));
        new Thread(() -> main.fromElsewhere()).start();
    }

    synchronized void outer(int depth) {
        count++;
        synchronized (lock) {
            synchronized (Main.class) {
                count += inner(this, depth);
            }
            System.out.println("class " + Thread.holdsLock(Main.class));
        }
        lock(count);
    }

    static synchronized int inner(Main main, int depth) {
        System.out.println("before");
        main.lock.notifyAll(); // here
        main.notifyAll();
        Main.class.notifyAll();
        System.out.println("after " + Thread.holdsLock(main.lock) + Thread.holdsLock(main) + Thread.holdsLock(Main.class));
        return depth;
    }

    private void lock(int value) {
        System.out.println("value " + value + " " + Thread.holdsLock(lock) + Thread.holdsLock(this));
    }

    private synchronized void fromElsewhere() {
        synchronized (lock) {
            synchronized (Main.class) {
                System.out.println("free " + count);
            }
        }
    }
}
