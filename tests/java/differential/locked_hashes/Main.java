/** Objects that are locked, or were waited for, have no identity hash by that. */
public class Main {
    static final Object WAITED = new Object();

    static class Held {
        static synchronized void run(Object lock) throws InterruptedException {
            synchronized (lock) {
                System.out.println("locked"); // here
            }
            System.out.println(System.identityHashCode(Held.class));
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Object hashed = new Object();
        System.out.println(hashed.hashCode());
        synchronized (WAITED) {
            WAITED.wait(1);
        }
        Object lock = new Object();
        synchronized (hashed) {
            Held.run(lock); // run
        }
        System.out.println(new Object().hashCode());
        System.out.println(lock.hashCode() + " " + WAITED.hashCode() + " " + hashed.hashCode());
        System.out.println(new Object().hashCode());
    }
}
