/** A box. */
class Boxes {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) throws Exception {
        Integer i = Integer.valueOf(A);
        Object o = i;
        crit((Integer) o);
    }
}
