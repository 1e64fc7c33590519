import java.util.*; import java.util.concurrent.*; /** The result of a task. */
class Executor {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) throws Exception {
        ExecutorService e = Executors.newFixedThreadPool(1);
        Future<Integer> f = e.submit(() -> A + 1);
        crit(f.get());
        e.shutdown();
    }
}
