import java.util.*; /** A stream's function. */
class StreamMap {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) throws Exception {
        int s = List.of(1,2).stream().map(x -> x + A).mapToInt(x -> x).sum();
        crit(s);
    }
}
