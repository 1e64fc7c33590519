/** A string made of an array of characters. */
class CharArray {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) {
        char[] c = ("a" + A).toCharArray();
        String s = new String(c);
        crit(s.length());
    }
}
