import java.util.*; import java.util.concurrent.*; /** A queue between threads. */
class Handed {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) throws Exception {
        BlockingQueue<Integer> q = new LinkedBlockingQueue<>();
        new Thread(() -> q.add(A)).start();
        crit(q.take());
    }
}
