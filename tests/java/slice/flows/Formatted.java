/** A formatted string. */
class Formatted {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) throws Exception {
        String s = String.format("%d", A);
        crit(s.length());
    }
}
