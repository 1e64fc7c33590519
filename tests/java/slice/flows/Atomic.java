import java.util.*; import java.util.concurrent.atomic.*; /** An atomic number. */
class Atomic {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) throws Exception {
        AtomicInteger a = new AtomicInteger();
        a.set(A);
        crit(a.get());
    }
}
