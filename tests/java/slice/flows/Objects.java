/** An array of objects. */
class Objects {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) throws Exception {
        Object o = new Object[] {A};
        crit(((Object[]) o).length + (Integer) ((Object[]) o)[0]);
    }
}
