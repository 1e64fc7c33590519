/** A copied array. */
class ArrayCopy {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) throws Exception {
        int[] a = {A}, b = new int[1];
        System.arraycopy(a, 0, b, 0, 1);
        crit(b[0]);
    }
}
