/** A field that a thread writes. */
class RunThread {
    static int A = Integer.parseInt("1");
    static int g;

    static void crit(int value) {}

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> g = A);
        t.start();
        t.join();
        crit(g);
    }
}
