/** A string made of an array of bytes. */
class ByteArray {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) {
        byte[] c = ("a" + A).getBytes();
        String s = new String(c);
        crit(s.length());
    }
}
