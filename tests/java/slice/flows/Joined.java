import java.util.*; /** The JDK steps through what a method of the program gives it. */
class Joined {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    static class Steps implements Iterator<String> {
        int left = 2;

        public boolean hasNext() {
            return left > 0;
        }

        public String next() {
            return "" + (left-- + A);
        }
    }

    static class Several implements Iterable<String> {
        public Iterator<String> iterator() {
            return new Steps();
        }
    }

    public static void main(String[] args) throws Exception {
        new Steps().forEachRemaining(text -> {});
        crit(String.join("", new Several()).length());
    }
}
