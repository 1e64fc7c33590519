import java.util.*; /** A part of a list. */
class SubList {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) throws Exception {
        List<Integer> l = new ArrayList<>(List.of(1,2,3));
        l.subList(0, 2).set(0, A);
        crit(l.get(0));
    }
}
