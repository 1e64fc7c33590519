import java.util.*; /** A scanner. */
class Scanned {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) throws Exception {
        Scanner s = new Scanner("" + A);
        crit(s.nextInt());
    }
}
