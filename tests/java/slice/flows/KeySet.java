import java.util.*; /** A view of a map. */
class KeySet {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) throws Exception {
        Map<Integer,Integer> m = new HashMap<>();
        Set<Integer> k = m.keySet();
        m.put(A, 1);
        crit(k.iterator().next());
    }
}
