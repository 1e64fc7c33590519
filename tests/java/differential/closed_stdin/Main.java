import java.io.IOException;
import java.util.Scanner;

/** Standard input is read and closed before the checkpoint. */
public class Main {
    public static void main(String[] args) {
        String word;
        try (Scanner scanner = new Scanner(System.in)) {
            word = scanner.next();
        }
        rest(word);
    }

    static void rest(String word) {
        System.out.println(word); // here
        try {
            System.out.println(System.in.read());
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
    }
}
