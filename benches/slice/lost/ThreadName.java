/** A property of a thread that does not run. */
class ThreadName {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) {
        Thread t = new Thread();
        t.setName("n" + A);
        crit(t.getName().length());
    }
}
