import java.util.*; /** A view of a map. */
class KeySet {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    static class Key {
        public int hashCode() {
            return A;
        }
        public boolean equals(Object other) {
            return A > 0;
        }
        public String toString() {
            return "k" + A;
        }
        public int len() {
            return A;
        }
    }
    public static void main(String[] args) throws Exception {
        Map<Integer,Integer> m = new HashMap<>();
        Set<Integer> k = m.keySet();
        m.put(A, 1);
        crit(k.iterator().next());
    }
}
