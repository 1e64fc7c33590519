import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/** Service loaders at the checkpoint: not begun, half read, read to the end, without providers; one provider cannot be made. */
public class Main {
    public interface Greeter {
        String greet();
    }

    public static class English implements Greeter {
        public String greet() {
            return "hello";
        }
    }

    public static class Broken implements Greeter {
        public Broken() {
            throw new IllegalStateException("broken");
        }

        public String greet() {
            return "";
        }
    }

    public static class German implements Greeter {
        public String greet() {
            return "hallo";
        }
    }

    public static class Italian implements Greeter {
        public String greet() {
            return "ciao";
        }
    }

    /** Finds the names of the providers in the working directory. */
    static class Names extends ClassLoader {
        @Override
        public Enumeration<URL> getResources(String name) throws IOException {
            Path file = Path.of(name.substring(name.lastIndexOf('/') + 1));
            return Collections.enumeration(Files.exists(file) ? List.of(file.toUri().toURL()) : List.of());
        }
    }

    static ServiceLoader<Greeter> whole;

    static int count(Iterable<Greeter> greeters) {
        int count = 0;
        for (Iterator<Greeter> each = greeters.iterator(); each.hasNext(); count++) {
            try {
                System.out.print(each.next().greet() + " ");
            } catch (ServiceConfigurationError e) {
                System.out.print("(" + e.getCause() + ") ");
            }
        }
        return count;
    }

    public static void main(String[] args) throws IOException {
        Files.write(Path.of("Main$Greeter"), List.of("Main$English", "Main$Broken", "Main$German # x", "Main$Italian"));
        Names names = new Names();
        ServiceLoader<Greeter> fresh = ServiceLoader.load(Greeter.class, names);
        ServiceLoader<Greeter> half = ServiceLoader.load(Greeter.class, names);
        ServiceLoader<Runnable> none = ServiceLoader.load(Runnable.class);
        Iterator<Greeter> some = half.iterator();
        Greeter first = some.next();
        try {
            some.next();
        } catch (ServiceConfigurationError e) {
            System.out.println(e.getCause() + " " + some.next().greet() + " " + none.iterator().hasNext());
        }
        whole = ServiceLoader.load(Greeter.class, names);
        System.out.println(count(whole));
        System.out.println("half read"); // here
        System.out.println(some.next().greet() + " " + some.hasNext() + " " + (half.iterator().next() == first));
        System.out.println(count(whole));
        System.out.println(count(fresh) + " " + none.findFirst().isPresent());
        half.reload();
        System.out.println((half.iterator().next() == first) + " " + fresh.stream().count());
    }
}
