import java.util.*; /** A comparator in a map. */
class TreeCmp {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) throws Exception {
        TreeMap<Integer,Integer> t = new TreeMap<>((x, y) -> A * (x - y));
        t.put(1, 1);
        t.put(2, 2);
        crit(t.firstKey());
    }
}
