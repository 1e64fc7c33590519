/** A string made of parts. */
class Concat {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) throws Exception {
        String s = "x" + A + "y";
        crit(s.length());
    }
}
