import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Links every class named in a file, without initialising it, and prints those that cannot be. A line {@code = PATH}
 * starts a program: its classes are the names that follow, looked for in the jars of PATH, or by the boot loader if PATH
 * is empty. {@code getDeclaredConstructors} makes HotSpot link, and so verify, the class before it looks at the
 * constructors' parameter types.
 */
public final class Link {
    public static void main(String[] args) throws Exception {
        ClassLoader loader = null;
        int linked = 0;
        for (String line : Files.readAllLines(Path.of(args[0]))) {
            if (line.startsWith("=")) {
                loader = loader(line.substring(1).strip());
                continue;
            }
            try {
                Class.forName(line, false, loader).getDeclaredConstructors();
                linked++;
            } catch (ClassNotFoundException | LinkageError error) {
                System.out.println(line + ": " + error.toString().lines().findFirst().get());
            }
        }
        System.out.println("linked " + linked);
    }

    private static ClassLoader loader(String path) throws Exception {
        if (path.isEmpty()) {
            return null;
        }
        String[] files = path.split(File.pathSeparator);
        URL[] urls = new URL[files.length];
        for (int i = 0; i < files.length; i++) {
            urls[i] = new File(files[i]).toURI().toURL();
        }
        return new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
    }
}
