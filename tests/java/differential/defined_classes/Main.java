import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Classes that the program defines in its own loader at run time, as libraries do that make subclasses: copies of a class under other names. */
public class Main {
    static int begun;
    static int told;

    /** What is copied: its copies have their own statics, and initialisers that are to run once. */
    static class Maker0 implements Supplier<String> {
        static final Object LOCK = new Object();
        static final String TEXT = "literal";
        static String last = "none";
        static int count = ++begun;
        private int calls;

        @Override
        public String get() {
            last = getClass().getName() + " " + ++calls;
            told += calls;
            synchronized (LOCK) {
                return last + " of class " + count + (TEXT == "literal") + (text() == "of " + "maker");
            }
        }

        Object text() {
            return "of maker";
        }

        static String lastOne() {
            return last;
        }
    }

    /** Extends a class that is copied, so that a copy extends the copy. */
    static class Under0 extends Maker0 {
        static long under = begun * 100L;

        @Override
        Object text() {
            return under + super.text().toString();
        }
    }

    /** The class file of a class in which it, and what it extends, are named otherwise. */
    static Class<?> copy(Class<?> type, int number) throws IOException, IllegalAccessException {
        try (InputStream in = Main.class.getResourceAsStream(type.getName() + ".class")) {
            String file = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
            String copied = file.replace("Maker0", "Maker" + number).replace("Under0", "Under" + number);
            return MethodHandles.lookup().defineClass(copied.getBytes(StandardCharsets.ISO_8859_1));
        }
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
        Class<?> first = copy(Maker0.class, 1);
        Class<?> under = copy(Under0.class, 1);
        Class<?> unused = copy(Maker0.class, 2);
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
        System.out.println(Class.forName("Main$Maker1") == first);
        System.out.println("not initialised before: " + begun);
        System.out.println(((Supplier<?>) make(unused)).get() + " " + begun);
        Class<?> later = copy(Under0.class, 2);
        System.out.println(((Supplier<?>) make(later)).get() + " " + later.getSuperclass().getName());
        System.out.println(made.getClass().getProtectionDomain() == Main.class.getProtectionDomain());
        try {
            copy(Maker0.class, 1);
        } catch (LinkageError e) {
            System.out.println("there is one: " + e.getClass().getSimpleName());
        }
        System.out.println(call(first));
    }
}
