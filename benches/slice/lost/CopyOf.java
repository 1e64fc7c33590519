/** A copy of an array by a method of the JDK. */
class CopyOf {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) {
        int[] a = {A};
        int[] b = java.util.Arrays.copyOf(a, 3);
        crit(b[0]);
    }
}
