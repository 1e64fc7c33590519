/** The message of a NullPointerException is computed when it is first asked for, from what only this JVM has. */
public class Main {
    public static void main(String[] args) {
        String text = args.length > 0 ? args[0] : null;
        RuntimeException kept = null;
        try {
            text.length();
        } catch (NullPointerException e) {
            kept = e;
        }
        System.out.println("before"); // here
        kept.printStackTrace(System.out);
        kept.addSuppressed(new IllegalStateException("late"));
        new IllegalStateException("outer", kept).printStackTrace(System.out);
    }
}
