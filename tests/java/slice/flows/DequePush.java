import java.util.*; /** A deque. */
class DequePush {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) throws Exception {
        Deque<Integer> d = new ArrayDeque<>();
        d.push(A);
        crit(d.pop());
    }
}
