import java.util.*; /** A function that a list calls. */
class ForEach {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) throws Exception {
        int[] r = new int[1];
        List.of(1,2).forEach(x -> r[0] += x * A);
        crit(r[0]);
    }
}
