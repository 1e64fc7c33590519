import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** A class loader of the program that has not defined a class before the checkpoint does so after it. */
public class Main extends ClassLoader {
    private final List<String> asked = new ArrayList<>();

    Main(ClassLoader parent) {
        super("mine", parent);
    }

    public static void main(String[] args) throws Exception {
        Main loader = new Main(Main.class.getClassLoader());
        Class<?> parents = loader.loadClass("Main$Made");
        run(loader, parents);
        System.gc();
        System.out.println(loader.asked + " " + loader.getName() + " " + loader.getParent().getClass().getSimpleName());
    }

    static void run(Main loader, Class<?> parents) throws Exception {
        loader.asked.add("before");
        System.out.println(loader.getDefinedPackages().length); // here
        Class<?> own = loader.define("Main$Made");
        System.out.println((own == parents) + " " + (own.getClassLoader() == loader) + " " + own.getName());
        System.out.println((own.getModule() == loader.getUnnamedModule()) + " " + own.getModule().isNamed());
        System.out.println(own.getProtectionDomain().getClassLoader() == loader);
        System.out.println(own.getDeclaredConstructor().newInstance() + " " + Class.forName("Main$Made", true, loader).equals(own));
    }

    Class<?> define(String name) throws Exception {
        asked.add(name);
        try (InputStream in = getParent().getResourceAsStream(name + ".class")) {
            byte[] bytes = in.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    public static class Made {
        @Override
        public String toString() {
            return "made by " + getClass().getClassLoader().getName();
        }
    }
}
