import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

/** Calls the main method of a program of this folder, so that a chain may start below main: what this class has made is there in the replay, too. */
public class Below {
    static Object held;

    public static void main(String[] args) throws Exception {
        if (args[0].equals("Defined")) {
            Defined.copy("Maker", 7);
            Defined.main(args);
        } else if (args[0].equals("Loaders")) {
            Loaders.main(args);
        } else {
            URLClassLoader loader = new URLClassLoader(new URL[] {Path.of("parts").toUri().toURL()}, ClassLoader.getPlatformClassLoader());
            held = Loaders.make(Class.forName("Under", true, loader));
            Held.main(args);
        }
    }

    /** What its checkpoint would need is of a loader that was made above. */
    static class Held {
        static Object later;

        static void main(String[] args) throws Exception {
            later = Loaders.make(held.getClass());
            work();
        }

        static void work() {
            System.out.println(later.toString().isEmpty());
        }
    }
}
