import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Loaders below one of the program's with code of its own to load classes, which needs its fields, and tells when it is asked. */
public class Parents {
    static class Project extends ClassLoader {
        private final Map<String, Class<?>> known = new HashMap<>();
        private int asked;

        Project() {
            super(Parents.class.getClassLoader());
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
            byte[] file = Files.readAllBytes(Path.of("parts/Given.class"));
            return (Supplier<?>) defineClass("Given", file, 0, file.length).getConstructor().newInstance();
        }
    }

    public static void main(String[] args) throws Exception {
        Project project = new Project();
        Supplier<?> first = new Types(project).make();
        System.out.println(first.get() + " " + project.asked);
        work(project, first);
    }

    static void work(Project project, Supplier<?> first) throws Exception {
        System.out.println(first.get() + " " + project.asked);
        Supplier<?> second = new Types(project).make();
        System.out.println(second.get() + " " + (second.getClass() == first.getClass()));
    }
}
