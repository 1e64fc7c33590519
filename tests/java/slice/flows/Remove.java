import java.util.*; /** A removal that a constant decides. */
class Remove {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) throws Exception {
        List<Integer> l = new ArrayList<>(List.of(1,2,3));
        if (A > 0) l.remove(0);
        crit(l.size());
    }
}
