/** A supplier. */
class Supplied {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) throws Exception {
        java.util.function.Supplier<Integer> s = () -> A;
        crit(s.get());
    }
}
