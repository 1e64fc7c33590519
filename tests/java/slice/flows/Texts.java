/** ToString. */
class Texts {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    static class Key {
        public String toString() {
            return "k" + A;
        }
    }

    public static void main(String[] args) throws Exception {
        crit(String.valueOf(new Key()).length());
    }
}
