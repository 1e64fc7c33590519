import java.util.*; import java.util.concurrent.*; /** A field that a task writes. */
class ExecField {
    static int A = Integer.parseInt("1");
    static int g;

    static void crit(int value) {}

    public static void main(String[] args) throws Exception {
        ExecutorService e = Executors.newFixedThreadPool(1);
        Future<?> f = e.submit(() -> { g = A;
        });
        f.get();
        crit(g);
        e.shutdown();
    }
}
