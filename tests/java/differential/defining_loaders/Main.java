import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Loaders of the program that have defined classes: by bytes, with code of their own for what classes extend, below each other, and from folders. */
public class Main {
    public static class Base implements Supplier<String> {
        static int made;
        final int number = ++made;
        private final List<String> said = new ArrayList<>();

        @Override
        public String get() {
            said.add(more());
            return getClass().getName() + " " + number + " of " + made + " " + said;
        }

        protected String more() {
            return "base" + said.size();
        }
    }

    public static class Under extends Base {
        static final Object KEY = new Object();

        @Override
        protected String more() {
            return "under " + super.more() + (KEY.hashCode() == KEY.hashCode() ? "" : "?");
        }
    }

    /** Has class files by their names. */
    static class Files extends ClassLoader {
        final Map<String, byte[]> files;
        int asked;

        Files(ClassLoader parent, Map<String, byte[]> files) {
            super(parent);
            this.files = files;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] file = files.get(name);
            if (file == null) {
                throw new ClassNotFoundException(name);
            }
            asked++;
            return defineClass(name, file, 0, file.length);
        }
    }

    /** Makes the classes whose files it has itself, though its parent has them, too, and counts what it is asked for. */
    static class First extends Files {
        static {
            registerAsParallelCapable();
        }

        First(ClassLoader parent, Map<String, byte[]> files) {
            super(parent, files);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                asked += 100;
                Class<?> found = findLoadedClass(name);
                return found != null ? found : files.containsKey(name) ? findClass(name) : super.loadClass(name, resolve);
            }
        }
    }

    static byte[] file(Class<?> type, String... names) throws IOException {
        try (InputStream in = Main.class.getResourceAsStream(type.getName() + ".class")) {
            String file = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
            for (int i = 0; i < names.length; i += 2) {
                file = file.replace(names[i], names[i + 1]);
            }
            return file.getBytes(StandardCharsets.ISO_8859_1);
        }
    }

    static Supplier<?> make(Class<?> type) throws ReflectiveOperationException {
        var constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        return (Supplier<?>) constructor.newInstance();
    }

    public static void main(String[] args) throws Exception {
        // "Base" is the program's in one loader, and another class of that name in the other
        Files files = new Files(Main.class.getClassLoader(), Map.of("Main$Onder", file(Under.class, "Under", "Onder"),
            "Main$Later", file(Under.class, "Under", "Later")));
        First first = new First(files, Map.of("Main$Base", file(Base.class), "Main$Under", file(Under.class)));
        URLClassLoader urls = new URLClassLoader("of folders", new URL[] {Main.class.getProtectionDomain().getCodeSource().getLocation()},
            ClassLoader.getPlatformClassLoader());
        List<Supplier<?>> all = new ArrayList<>();
        for (ClassLoader loader : new ClassLoader[] {files, first, urls}) {
            String name = loader == files ? "Main$Onder" : "Main$Under";
            all.add(make(Class.forName(name, true, loader)));
            all.add(make(Class.forName("Main$Base", false, loader)));
        }
        all.add(new Base());
        Method more = all.get(2).getClass().getDeclaredMethod("more");
        more.setAccessible(true);
        for (Supplier<?> each : all) {
            System.out.println(each.get());
        }
        Map<Class<?>, Integer> numbers = new IdentityHashMap<>();
        for (Supplier<?> each : all) {
            numbers.merge(each.getClass(), 1, Integer::sum);
        }
        System.out.println(files.asked + " " + first.asked);
        work(files, first, urls, all, numbers, more);
    }

    static void work(Files files, First first, URLClassLoader urls, List<Supplier<?>> all, Map<Class<?>, Integer> numbers, Method more) throws Exception {
        for (Supplier<?> each : all) {
            System.out.println(each.get() + " " + numbers.get(each.getClass()) + " " + (each.getClass().getClassLoader() == first));
        }
        System.out.println(numbers.size() + " " + files.asked + " " + first.asked);
        System.out.println(more.invoke(all.get(2)) + " " + more.getDeclaringClass().getClassLoader().getClass().getName());
        System.out.println(make(Class.forName("Main$Later", true, files)).get() + " " + files.asked);
        System.out.println(make(first.loadClass("Main$Under")).get() + " " + (first.loadClass("Main$Under") == all.get(2).getClass()) + " " + first.asked);
        System.out.println((all.get(2) instanceof Base) + " " + (all.get(0) instanceof Base) + " " + all.get(2).getClass().getSuperclass().getName());
        System.out.println(urls.getName() + " " + urls.loadClass("Main$First").getClassLoader().equals(urls) + " " + urls.getParent().getName());
        System.out.println(all.get(4).getClass().getProtectionDomain().getCodeSource().getLocation()
            .equals(Main.class.getProtectionDomain().getCodeSource().getLocation()));
        System.out.println(all.get(4).getClass().getPackage().getName().isEmpty() + " " + all.get(0).getClass().getModule().isNamed());
        urls.close();
    }
}
