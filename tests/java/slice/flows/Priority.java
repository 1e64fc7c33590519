import java.util.*; /** A queue with priorities. */
class Priority {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    static class Key {
        public int len() {
            return A;
        }
    }

    public static void main(String[] args) throws Exception {
        PriorityQueue<Key> q = new PriorityQueue<>(Comparator.comparingInt(k -> k.len() * A));
        q.add(new Key());
        q.add(new Key());
        crit(q.poll().len());
    }
}
