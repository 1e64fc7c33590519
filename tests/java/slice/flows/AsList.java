import java.util.*; /** A list over an array, read. */
class AsList {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) throws Exception {
        Integer[] a = new Integer[1];
        List<Integer> l = Arrays.asList(a);
        a[0] = A;
        crit(l.get(0));
    }
}
