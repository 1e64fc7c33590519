/** Streams around each other. */
class Data {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) throws Exception {
        java.io.ByteArrayOutputStream o = new java.io.ByteArrayOutputStream();
        java.io.DataOutputStream d = new java.io.DataOutputStream(o);
        d.writeInt(A);
        d.flush();
        crit(new java.io.DataInputStream(new java.io.ByteArrayInputStream(o.toByteArray())).readInt());
    }
}
