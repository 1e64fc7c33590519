import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** Files written, changed and removed on both sides of the checkpoint. */
public class Main {
    private static final Path LOG = Path.of("log.txt");

    public static void main(String[] args) throws IOException {
        Files.createDirectories(Path.of("out/deep"));
        Files.writeString(Path.of("out/first.txt"), "written before\n");
        Files.writeString(Path.of("out/gone.txt"), "to be removed\n");
        append("started");
        finish("second.txt");
        append("ended");
        System.out.println(Files.readAllLines(LOG));
    }

    static void finish(String name) throws IOException {
        append("about to finish");
        append("finishing"); // here
        Files.delete(Path.of("out/gone.txt"));
        Files.writeString(Path.of("out", "deep", name), Files.readString(Path.of("out/first.txt")).toUpperCase());
        append("finished");
    }

    private static void append(String line) throws IOException {
        Files.write(LOG, List.of(line), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
