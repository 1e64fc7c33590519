import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;

/** Runs the main class of each jar in a folder and prints, by jar, what it printed, on one line. */
public final class Run {
    public static void main(String[] args) throws Exception {
        File[] jars = new File(args[0]).listFiles((folder, name) -> name.endsWith(".jar"));
        java.util.Arrays.sort(jars);
        PrintStream out = System.out;
        for (File jar : jars) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            System.setOut(new PrintStream(bytes, true));
            String result;
            try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toURI().toURL()}, null)) {
                Class.forName(args[1], true, loader).getMethod("main", String[].class).invoke(null, (Object) null);
                result = bytes.toString();
            } catch (LinkageError | ReflectiveOperationException error) {
                result = error.toString();
            }
            out.println(jar.getName() + ": " + result.replaceAll("\\R", ";"));
        }
    }
}
