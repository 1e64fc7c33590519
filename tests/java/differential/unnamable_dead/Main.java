/** A variable that no code can restore, and that nothing reads behind the checkpoint, even if all others are kept. */
public class Main {
    static int length;

    public static void main(String[] args) {
        var text = args.length == 0 ? new StringBuilder("a") : new StringBuffer("b");
        length = String.valueOf((Object) text).length();
        System.out.println("before"); // here
        System.out.println(length);
    }
}
