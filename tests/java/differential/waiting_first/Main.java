/** A thread that waits to enter its first method, which is synchronized. */
public class Main {
    static class Q implements Runnable {
        int n;
        public synchronized void run() {
            n++;
        }
    }
    static void work(int i) { System.out.println("work " + i); }
    public static void main(String[] a) throws Exception {
        Q q = new Q(); Thread t = new Thread(q);
        synchronized (q) {
            t.start();
            while (t.getState() != Thread.State.BLOCKED) Thread.onSpinWait();
            work(1);
        }
        t.join();
        System.out.println(q.n);
    }
}
