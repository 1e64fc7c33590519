import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Uses file systems behind the checkpoint for the first time. */
public class Filed {
    public static void main(String[] args) throws IOException {
        System.out.println("before");
        after();
    }

    static void after() throws IOException {
        System.out.println(new Object().hashCode()); // here
        System.out.println(Files.exists(Path.of("nothing")));
        System.out.println(new Object().hashCode());
        Path file = Path.of("filed.txt");
        Files.writeString(file, "one\ntwo\n");
        System.out.println(Files.readAllLines(file).size());
        Files.delete(file);
        System.out.println(new Object().hashCode());
    }
}
