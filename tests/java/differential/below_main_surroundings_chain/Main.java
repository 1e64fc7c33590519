/** The user counts the program itself to what runs it: nothing of it would be captured. */
public class Main {
    static int calls;

    public static void main(String[] args) {
        root();
        System.out.println(calls);
    }

    static void root() {
        calls++;
        System.out.println("here"); // here
    }
}
