import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Loaders below one of the program's with code of its own to load classes, which needs its fields, and tells when it is asked. */
public class Main {
    public static class Made implements Supplier<String> {
        @Override
        public String get() {
            return "made by " + getClass().getClassLoader().getClass().getSimpleName();
        }
    }

    static class Project extends ClassLoader {
        private final Map<String, Class<?>> known = new HashMap<>();
        private int asked;

        Project() {
            super(Main.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            asked++;
            Class<?> found = known.get(name);
            return found != null ? found : super.loadClass(name, resolve);
        }
    }

    static class Types extends ClassLoader {
        Types(ClassLoader parent) {
            super(parent);
        }

        Supplier<?> make() throws Exception {
            try (InputStream in = Main.class.getResourceAsStream("Main$Made.class")) {
                byte[] file = in.readAllBytes();
                return (Supplier<?>) defineClass("Main$Made", file, 0, file.length).getConstructor().newInstance();
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Project project = new Project();
        Supplier<?> first = new Types(project).make();
        System.out.println(first.get() + " " + project.asked);
        System.out.println("checkpoint"); // here
        System.out.println(first.get() + " " + project.asked);
        Supplier<?> second = new Types(project).make();
        System.out.println(second.get() + " " + (second.getClass() == first.getClass()));
    }
}
