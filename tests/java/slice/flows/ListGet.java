import java.util.*; /** A list. */
class ListGet {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) throws Exception {
        List<Integer> l = new ArrayList<>();
        l.add(A);
        crit(l.get(0));
    }
}
