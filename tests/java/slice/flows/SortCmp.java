import java.util.*; /** A comparator. */
class SortCmp {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) throws Exception {
        List<Integer> l = new ArrayList<>(List.of(1,2));
        l.sort((x, y) -> A * (x - y));
        crit(l.get(0));
    }
}
