/** A builder that a method fills. */
class Builder {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    static void fill(StringBuilder b) { b.append(A); }
    public static void main(String[] args) throws Exception {
        StringBuilder b = new StringBuilder();
        fill(b);
        crit(b.length());
    }
}
