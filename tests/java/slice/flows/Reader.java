/** Readers around each other. */
class Reader {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) throws Exception {
        java.io.BufferedReader r = new java.io.BufferedReader(new java.io.StringReader("" + A));
        crit(r.readLine().length());
    }
}
