import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file that is open but has no name any more. */
public class Main {
    public static void main(String[] args) throws IOException {
        Path file = Path.of("temporary.txt");
        Files.writeString(file, "some text");
        InputStream in = new FileInputStream(file.toFile());
        in.read();
        Files.delete(file);
        rest(in);
    }

    static void rest(InputStream in) throws IOException {
        System.out.println(in.read()); // here
        in.close();
    }
}
