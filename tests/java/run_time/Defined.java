import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Classes that the program defines in its own loader at run time, as libraries do that make subclasses: copies of classes in files, under other names. */
public class Defined {
    static int begun;
    static int told;

    /** What initialisers call: the replay would show it. */
    static int begin() {
        System.out.println("an initialiser runs");
        return ++begun;
    }

    /** Defines a class by a file in which it, and what it extends, are named otherwise. */
    static Class<?> copy(String name, int number) throws IOException, IllegalAccessException {
        String file = new String(Files.readAllBytes(Path.of("parts", name + "0.class")), StandardCharsets.ISO_8859_1);
        String copied = file.replace("Maker0", "Maker" + number).replace("Under0", "Under" + number);
        return MethodHandles.lookup().defineClass(copied.getBytes(StandardCharsets.ISO_8859_1));
    }

    static Object make(Class<?> type) throws ReflectiveOperationException {
        var constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        return constructor.newInstance();
    }

    static Object call(Class<?> type) throws ReflectiveOperationException {
        var method = type.getDeclaredMethod("lastOne");
        method.setAccessible(true);
        return method.invoke(null);
    }

    public static void main(String[] args) throws Exception {
        Class<?> first = copy("Maker", 1);
        Class<?> under = copy("Under", 1);
        Class<?> unused = copy("Maker", 2);
        Supplier<?> made = (Supplier<?>) make(under);
        System.out.println(made.get());
        System.out.println(made.get());
        Map<Object, String> keys = new IdentityHashMap<>();
        keys.put(first, "first");
        keys.put(under, "under");
        keys.put(unused, "unused");
        work(keys, made, first, unused);
    }

    static void work(Map<Object, String> keys, Supplier<?> made, Class<?> first, Class<?> unused) throws Exception {
        System.out.println(keys.get(first) + " " + keys.get(made.getClass()) + " " + keys + " " + begun + " " + told);
        System.out.println(made.get());
        System.out.println(((Supplier<?>) make(first)).get());
        System.out.println(((Supplier<?>) make(made.getClass())).get());
        System.out.println(Class.forName("Maker1") == first);
        System.out.println("not initialised before: " + begun);
        System.out.println(((Supplier<?>) make(unused)).get() + " " + begun);
        Class<?> later = copy("Under", 2);
        System.out.println(((Supplier<?>) make(later)).get() + " " + later.getSuperclass().getName());
        System.out.println(made.getClass().getProtectionDomain() == Defined.class.getProtectionDomain());
        try {
            copy("Maker", 1);
        } catch (LinkageError e) {
            System.out.println("there is one: " + e.getClass().getSimpleName());
        }
        System.out.println(call(first));
    }
}
