/** System.out that is led into memory. */
class Redirected {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) {
        java.io.ByteArrayOutputStream o = new java.io.ByteArrayOutputStream();
        System.setOut(new java.io.PrintStream(o));
        System.out.print(A);
        crit(o.size());
    }
}
