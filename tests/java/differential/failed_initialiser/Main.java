/** A class whose initialiser failed is neither initialised nor to be initialised again. */
public class Main {
    static class Failing {
        static int value = divide(0);

        static int divide(int by) {
            return 1 / by;
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            try {
                System.out.println(Failing.value);
            } catch (LinkageError e) {
                System.out.println(e.getClass()); // here
            }
        }
    }
}
