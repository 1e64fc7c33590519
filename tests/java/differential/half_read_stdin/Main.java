import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Scanner;

/** Standard input from a file, of which a part is read before the checkpoint. */
public class Main {
    public static void main(String[] args) throws IOException {
        System.out.println((char) System.in.read());
        BufferedReader reader = new BufferedReader(new InputStreamReader(System.in), 64);
        System.out.println(reader.readLine());
        rest(reader);
    }

    static void rest(BufferedReader reader) throws IOException {
        System.out.println(reader.readLine()); // here
        System.out.println(reader.readLine() + System.in.available());
        Scanner scanner = new Scanner(System.in);
        while (scanner.hasNext()) {
            System.out.println(scanner.next());
        }
    }
}
