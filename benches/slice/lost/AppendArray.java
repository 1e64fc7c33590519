/** A builder that takes an array of characters. */
class AppendArray {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) {
        char[] c = new char[1];
        c[0] = (char) A;
        StringBuilder b = new StringBuilder();
        b.append(c);
        crit(b.charAt(0));
    }
}
