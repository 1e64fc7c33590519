/** A copied array of arrays. */
class Copies {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) throws Exception {
        int[][] a = {{A}};
        int[][] b = a.clone();
        crit(b[0][0]);
    }
}
