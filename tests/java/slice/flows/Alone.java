/** A builder that no other method gets. */
class Alone {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) throws Exception {
        StringBuilder b = new StringBuilder();
        b.append(A);
        String s = b.toString();
        crit(s.length());
    }
}
