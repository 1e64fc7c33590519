import java.io.FileOutputStream;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.security.Security;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** What the frames above the root have changed in tables of the JDK is so in the replay, too. */
public class Main {
    private static URI address(String name) {
        return URI.create("jar:" + Path.of(name).toUri());
    }

    public static void main(String[] args) throws Exception {
        try (ZipOutputStream out = new ZipOutputStream(new FileOutputStream("a.zip"))) {
            ZipEntry entry = new ZipEntry("entry");
            entry.setTimeLocal(LocalDateTime.of(2020, 1, 1, 0, 0)); // else each run writes another one
            out.putNextEntry(entry);
        }
        FileSystems.newFileSystem(address("a.zip"), Map.of());
        Security.removeProvider("SunSASL");
        root();
        FileSystems.getFileSystem(address("a.zip")).close();
    }

    private static void root() {
        System.out.println("at the checkpoint"); // here
        System.out.println(FileSystems.getFileSystem(address("a.zip")).isOpen() + " " + Security.getProvider("SunSASL"));
    }
}
