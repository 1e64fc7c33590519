import java.util.*; /** HashCode and equals. */
class Hashed {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    static class Key {
        public int hashCode() {
            return A;
        }
        public boolean equals(Object other) {
            return A > 0;
        }
    }

    public static void main(String[] args) throws Exception {
        Map<Object,Integer> m = new HashMap<>();
        m.put(new Key(), 1);
        crit(m.containsKey(new Key()) ? 1 : 0);
    }
}
