import java.io.IOException;

/** Reads two lines before the checkpoint and two after it. */
public class Stdin {
    public static void main(String[] args) throws IOException {
        System.out.println("before: " + line() + line());
        after();
    }

    static void after() throws IOException {
        System.out.println("after: " + line() + line()); // here
    }

    static String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = System.in.read(); c >= 0 && c != '\n'; c = System.in.read()) {
            line.append((char) c);
        }
        return line + ";";
    }
}
