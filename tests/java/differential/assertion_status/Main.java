/** Assertions switched on by the program: the replay's class loader would not know. */
public class Main {
    static class Late {
        static void check(int value) {
            assert value > 1 : "small";
        }
    }

    public static void main(String[] args) {
        Main.class.getClassLoader().setDefaultAssertionStatus(true);
        System.out.println("before"); // here
        Late.check(1);
    }
}
