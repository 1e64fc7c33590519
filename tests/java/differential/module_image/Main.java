import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The image of the JDK's modules as a file system: the JVM's own, and two opened by Java home, as compilers do. */
public class Main {
    public static void main(String[] args) throws IOException {
        Map<String, String> home = Map.of("java.home", System.getProperty("java.home"));
        URI root = URI.create("jrt:/");
        List<FileSystem> systems = List.of(FileSystems.getFileSystem(root), FileSystems.newFileSystem(root, home),
            FileSystems.newFileSystem(root, home));
        List<Path> paths = List.of(systems.get(0).getPath("/modules"), systems.get(1).getPath("modules/java.base"),
            systems.get(2).getPath("/modules/java.base/java/lang/Object.class"), Path.of("plain"));
        use(systems, paths);
        rest(systems, paths);
    }

    static void rest(List<FileSystem> systems, List<Path> paths) throws IOException {
        use(systems, paths); // here
        System.out.println(systems.get(0) == FileSystems.getFileSystem(URI.create("jrt:/")));
        System.out.println(systems.get(1) == systems.get(2));
        for (Path path : paths) {
            System.out.println(systems.indexOf(path.getFileSystem()));
        }
        systems.get(1).close();
        System.out.println(systems.get(1).isOpen() + " " + systems.get(2).isOpen());
    }

    private static void use(List<FileSystem> systems, List<Path> paths) throws IOException {
        for (FileSystem system : systems) {
            System.out.println(system.getClass().getName() + " " + Files.size(system.getPath("/modules/java.base/module-info.class")));
        }
        for (Path path : paths) {
            System.out.println(path + " " + Files.exists(path));
        }
        System.out.println(Files.readAllBytes(paths.get(2)).length);
    }
}
