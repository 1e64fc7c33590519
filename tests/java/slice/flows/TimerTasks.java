import java.util.*; import java.util.concurrent.*; /** A timer's task. */
class TimerTasks {
    static int A = Integer.parseInt("1");
    static int g;

    static void crit(int value) {}

    public static void main(String[] args) throws Exception {
        Timer t = new Timer(true);
        CountDownLatch c = new CountDownLatch(1);
        t.schedule(new TimerTask() { public void run() { g = A;
        c.countDown();
        } }, 1);
        c.await();
        crit(g);
    }
}
