import java.util.*; /** An optional value. */
class Optionals {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) throws Exception {
        Optional<Integer> o = Optional.of(A);
        crit(o.map(x -> x + 1).get());
    }
}
