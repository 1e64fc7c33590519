/** A method that reflection calls. */
class Reflected {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    static class Key {
        public int len() {
            return A;
        }
    }

    public static void main(String[] args) throws Exception {
        Object o = Key.class.getMethod("len").invoke(new Key());
        crit((Integer) o);
    }
}
