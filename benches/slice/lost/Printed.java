/** A program that prints into memory and reads it. */
class Printed {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) {
        java.io.StringWriter o = new java.io.StringWriter();
        java.io.PrintWriter p = new java.io.PrintWriter(o);
        p.print(A);
        crit(o.toString().length());
    }
}
