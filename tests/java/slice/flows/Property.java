/** A system property. */
class Property {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) throws Exception {
        System.setProperty("p", "" + A);
        crit(System.getProperty("p").length());
    }
}
