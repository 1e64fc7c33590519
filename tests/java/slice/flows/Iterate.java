import java.util.*; /** An iterator. */
class Iterate {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) throws Exception {
        List<Integer> l = new ArrayList<>();
        l.add(A);
        int s = 0;
        for (int x : l) s += x;
        crit(s);
    }
}
