import java.io.IOException;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Loaders of the program that have defined classes: by bytes, with code of their own for what classes extend, below each other, and from folders. */
public class Loaders {
    /** Has class files by their names. */
    static class Bytes extends ClassLoader {
        final Map<String, byte[]> files;
        int asked;

        Bytes(ClassLoader parent, Map<String, byte[]> files) {
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
    static class First extends Bytes {
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

        /** The JVM does not ask this one. */
        Class<?> loadClass(String name, boolean initialize, boolean resolve, long more) throws ClassNotFoundException {
            return more > 0 ? Class.forName(name, initialize, this) : loadClass(name, resolve);
        }
    }

    /** Has one class, and gives those of all others of its kind, as loaders of languages' run-time libraries do. */
    static class Pooled extends ClassLoader {
        static final Map<String, Class<?>> POOL = new HashMap<>();

        Pooled(String name, byte[] file) {
            super(Loaders.class.getClassLoader());
            POOL.put(name, defineClass(name, file, 0, file.length));
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            Class<?> pooled = POOL.get(name);
            return pooled != null ? pooled : super.loadClass(name, resolve);
        }
    }

    /** Whether nothing holds the loader but what the program has let go of. */
    static boolean isGone(WeakReference<?> loader) {
        System.gc();
        return loader.get() == null;
    }

    static byte[] file(String name, String... names) throws IOException {
        String file = new String(Files.readAllBytes(Path.of("parts", name + ".class")), StandardCharsets.ISO_8859_1);
        for (int i = 0; i < names.length; i += 2) {
            file = file.replace(names[i], names[i + 1]);
        }
        return file.getBytes(StandardCharsets.ISO_8859_1);
    }

    static Supplier<?> make(Class<?> type) throws ReflectiveOperationException {
        var constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        return (Supplier<?>) constructor.newInstance();
    }

    public static void main(String[] args) throws Exception {
        // "Base" is the program's in one loader, and another class of that name in the other
        Bytes files = new Bytes(Loaders.class.getClassLoader(), Map.of("Onder", file("Under", "Under", "Onder"),
            "Later", file("Under", "Under", "Later")));
        First first = new First(files, Map.of("Base", file("Base"), "Under", file("Under")));
        URLClassLoader urls = new URLClassLoader("of folders", new URL[] {Path.of("parts").toUri().toURL()},
            ClassLoader.getPlatformClassLoader());
        List<Supplier<?>> all = new ArrayList<>();
        // the loader of what is above is met after that of what is below
        new Pooled("Pool", file("Base", "Base", "Pool"));
        new Pooled("Extra", file("Under", "Under", "Extra", "Base", "Pool"));
        Supplier<?> extra = make(Pooled.POOL.get("Extra"));
        for (ClassLoader loader : new ClassLoader[] {files, first, urls}) {
            String name = loader == files ? "Onder" : "Under";
            all.add(make(Class.forName(name, true, loader)));
            all.add(make(Class.forName("Base", false, loader)));
        }
        all.add(new Base());
        all.add(extra);
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
        Supplier<?>[] last = {make(new Bytes(Loaders.class.getClassLoader(), Map.of("Onder", file("Under", "Under", "Onder"))).loadClass("Onder"))};
        work(files, first, urls, all, numbers, more, last);
    }

    static void work(Bytes files, First first, URLClassLoader urls, List<Supplier<?>> all, Map<Class<?>, Integer> numbers, Method more, Supplier<?>[] last) throws Exception {
        for (Supplier<?> each : all) {
            System.out.println(each.get() + " " + numbers.get(each.getClass()) + " " + (each.getClass().getClassLoader() == first));
        }
        System.out.println(numbers.size() + " " + files.asked + " " + first.asked);
        System.out.println(more.invoke(all.get(2)) + " " + more.getDeclaringClass().getClassLoader().getClass().getName());
        System.out.println(make(Class.forName("Later", true, files)).get() + " " + files.asked);
        System.out.println(make(first.loadClass("Under")).get() + " " + (first.loadClass("Under", false, false, 1) == all.get(2).getClass()) + " " + first.asked);
        System.out.println((all.get(2) instanceof Base) + " " + (all.get(0) instanceof Base) + " " + all.get(2).getClass().getSuperclass().getName());
        System.out.println(urls.getName() + " " + urls.loadClass("Under").getClassLoader().equals(urls) + " " + urls.getParent().getName());
        System.out.println(all.get(4).getClass().getProtectionDomain().getCodeSource().getLocation()
            .equals(Path.of("parts").toUri().toURL()));
        System.out.println(all.get(4).getClass().getPackage().getName().isEmpty() + " " + all.get(0).getClass().getModule().isNamed());
        System.out.println(Pooled.POOL.get("Extra").getSuperclass() == Pooled.POOL.get("Pool"));
        new Pooled("Other", file("Under", "Under", "Other", "Base", "Pool"));
        System.out.println(make(Pooled.POOL.get("Other")).get());
        urls.close();
        System.out.println(last[0].get());
        WeakReference<?> loader = new WeakReference<>(last[0].getClass().getClassLoader());
        last[0] = null;
        System.out.println("let go of " + isGone(loader));
    }
}
