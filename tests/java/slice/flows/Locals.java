/** A thread's local. */
class Locals {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) throws Exception {
        ThreadLocal<Integer> t = new ThreadLocal<>();
        t.set(A);
        crit(t.get());
    }
}
