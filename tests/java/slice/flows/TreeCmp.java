import java.util.*; /** A comparator in a map. */
class TreeCmp {
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
        TreeMap<Integer,Integer> t = new TreeMap<>((x, y) -> A * (x - y));
        t.put(1, 1);
        t.put(2, 2);
        crit(t.firstKey());
    }
}
