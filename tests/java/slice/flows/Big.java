/** A number without bounds. */
class Big {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) throws Exception {
        java.math.BigDecimal d = new java.math.BigDecimal(A).add(java.math.BigDecimal.ONE);
        crit(d.intValue());
    }
}
