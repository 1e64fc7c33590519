import java.util.*; /** A filled array. */
class Fill {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) throws Exception {
        int[] a = new int[2];
        Arrays.fill(a, A);
        crit(a[1]);
    }
}
