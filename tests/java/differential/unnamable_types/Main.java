/** What two public classes have in common is a class that is not public. */
public class Main {
    public static void main(String[] args) {
        var text = args.length > 0 ? new StringBuilder("b") : new StringBuffer("c");
        System.out.println("before"); // here
        System.out.println(text);
    }
}
