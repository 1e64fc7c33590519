import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Paths of a listing, and files that are open under such names: one that is read, one that is written, an empty one. */
class Names {
    static List<Path> paths = new ArrayList<>();
    static Path whole;

    public static void main(String[] arguments) throws Exception {
        try (DirectoryStream<Path> listing = Files.newDirectoryStream(Path.of("d"))) {
            for (Path path : listing) {
                paths.add(path);
            }
        }
        paths.sort(null);
        BufferedReader reader = null;
        FileChannel written = null;
        FileChannel empty = null;
        for (Path path : paths) {
            if (Files.size(path) > 5) {
                whole = path.toAbsolutePath();
                reader = new BufferedReader(new InputStreamReader(Files.newInputStream(path)));
                reader.readLine();
                written = FileChannel.open(path, StandardOpenOption.APPEND);
                written.write(ByteBuffer.wrap("more\n".getBytes()));
            } else if (Files.size(path) == 0) {
                empty = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
            }
        }
        System.out.println("before");
        System.out.println(paths + " " + whole.getFileName()); // here
        for (Path path : paths) {
            System.out.println(Files.exists(path) + " " + path.hashCode() + " " + path.compareTo(whole) + " " + path.toUri());
        }
        System.out.println(Arrays.toString(Path.of("d").toFile().list().length > 0 ? whole.toFile().list() : null));
        System.out.println(reader.readLine());
        written.write(ByteBuffer.wrap("again\n".getBytes()));
        empty.write(ByteBuffer.wrap("no longer\n".getBytes()));
    }
}
