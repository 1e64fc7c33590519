import java.util.*; /** The second step of an iterator. */
class SecondStep {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) throws Exception {
        Iterator<Integer> i = List.of(A, 2).iterator();
        i.next();
        crit(i.next());
    }
}
