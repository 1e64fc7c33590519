/** The smallest program. */
public class Hello {
    public static void main(String[] arguments) {
        String text = "hello";
        System.out.println(text);
    }
}
