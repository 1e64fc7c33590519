import java.util.*; /** A stream's predicate. */
class StreamFilter {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) throws Exception {
        long s = List.of(1,2).stream().filter(x -> x > A).count();
        crit((int) s);
    }
}
