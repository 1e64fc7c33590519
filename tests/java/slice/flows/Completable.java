import java.util.*; import java.util.concurrent.*; /** A stage of a future. */
class Completable {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> f = CompletableFuture.supplyAsync(() -> A).thenApply(x -> x + 1);
        crit(f.join());
    }
}
