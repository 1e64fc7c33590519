/** A copy of an array. */
class CloneArray {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) {
        int[] a = {A};
        int[] b = a.clone();
        crit(b[0]);
    }
}
