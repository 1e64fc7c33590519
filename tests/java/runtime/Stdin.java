import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Scanner;

/** Reads two lines before the checkpoint and two after it: bytes, or by the reader that is named. */
public class Stdin {
    static Scanner scanner;
    static BufferedReader reader;

    public static void main(String[] args) throws IOException {
        scanner = args.length > 0 && args[0].equals("scanner") ? new Scanner(System.in) : null;
        reader = args.length > 0 && args[0].equals("reader") ? new BufferedReader(new InputStreamReader(System.in)) : null;
        System.out.println("before: " + line() + line());
        after();
    }

    static void after() throws IOException {
        System.out.println("after: " + line() + line()); // here
    }

    static String line() throws IOException {
        if (scanner != null) {
            return scanner.nextLine() + ";";
        }
        if (reader != null) {
            return reader.readLine() + ";";
        }
        StringBuilder line = new StringBuilder();
        for (int c = System.in.read(); c >= 0 && c != '\n'; c = System.in.read()) {
            line.append((char) c);
        }
        return line + ";";
    }
}
