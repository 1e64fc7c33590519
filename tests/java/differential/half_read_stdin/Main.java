import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Scanner;

/** Standard input from a file, of which a part is read before the checkpoint, through System.in and past it. */
public class Main {
    public static void main(String[] args) throws IOException {
        System.out.println((char) System.in.read());
        BufferedReader reader = new BufferedReader(new InputStreamReader(System.in), 64);
        FileInputStream raw = new FileInputStream(FileDescriptor.in);
        System.out.println(reader.readLine() + raw.read());
        rest(reader, raw);
    }

    static void rest(BufferedReader reader, FileInputStream raw) throws IOException {
        System.out.println(reader.readLine()); // here
        System.out.println(reader.readLine() + System.in.available() + raw.read() + raw.getFD().equals(FileDescriptor.in));
        Scanner scanner = new Scanner(System.in);
        while (scanner.hasNext()) {
            System.out.println(scanner.next());
        }
    }
}
