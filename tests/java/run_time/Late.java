import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.ServiceLoader;

/** A loader that was made before the checkpoint loads classes after it that are not on the class path, and they read statics of the program. */
public class Late {
    public interface Task {
        String does(int with);
    }

    public static class Board {
        public static int score = 1;
    }

    static URLClassLoader prepared() throws Exception {
        Board.score = 40;
        return new URLClassLoader(new URL[] {Path.of("parts").toUri().toURL()}, Late.class.getClassLoader());
    }

    static void call(Class<?> found) throws Exception {
        System.out.println(((Task) found.getConstructor().newInstance()).does(2));
    }

    /** By `loadClass`. */
    public static class Loaded {
        public static void main(String[] args) throws Exception {
            work(prepared());
        }

        static void work(ClassLoader loader) throws Exception {
            System.out.println("later");
            call(loader.loadClass("Plug"));
        }
    }

    /** By `Class.forName`. */
    public static class Named {
        public static void main(String[] args) throws Exception {
            work(prepared());
        }

        static void work(ClassLoader loader) throws Exception {
            System.out.println("later");
            call(Class.forName("Plug", true, loader));
        }
    }

    /** By an iterator of a `ServiceLoader` that was made before. */
    public static class Served {
        public static void main(String[] args) throws Exception {
            ClassLoader loader = prepared();
            work(ServiceLoader.load(Task.class, loader).iterator());
        }

        static void work(Iterator<Task> tasks) {
            System.out.println("later");
            System.out.println(tasks.next().does(2));
        }
    }

    /** By a loader that the application's class loader is told apart from: no class is loaded that is not on the class path. */
    public static class OfClassPath {
        public static void main(String[] args) throws Exception {
            ClassLoader loader = prepared();
            work();
            System.out.println(loader.getParent() == null);
        }

        static void work() throws Exception {
            System.out.println("later");
            System.out.println(Class.forName("Late$Task", true, Late.class.getClassLoader()).isInterface());
            System.out.println(ClassLoader.getSystemClassLoader().loadClass("Late$Task").isInterface());
        }
    }
}
