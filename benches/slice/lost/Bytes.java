/** A stream in memory. */
class Bytes {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) {
        java.io.ByteArrayOutputStream o = new java.io.ByteArrayOutputStream();
        o.write(A);
        crit(o.toByteArray()[0]);
    }
}
