import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/** Classes defined at run time, in the program's loader and in another one, whose calls are linked by the JDK: before the checkpoint, after it, and both. */
public class Linked {
    static byte[] file(String name, String as) throws IOException {
        String file = new String(Files.readAllBytes(Path.of("parts", name + ".class")), StandardCharsets.ISO_8859_1);
        return file.replace("Calls0", as).getBytes(StandardCharsets.ISO_8859_1);
    }

    static Object call(Class<?> type, String name, Object... args) throws ReflectiveOperationException {
        for (Method method : type.getDeclaredMethods()) {
            if (method.getName().equals(name)) {
                method.setAccessible(true);
                return method.invoke(null, args);
            }
        }
        throw new NoSuchMethodException(name);
    }

    /** All that one class gives. */
    static List<Object> made(Class<?> type) throws ReflectiveOperationException {
        List<Object> all = new ArrayList<>();
        for (String name : new String[] {"same", "reference", "fresh", "marked", "kept", "point"}) {
            all.add(call(type, name));
        }
        all.add(call(type, "adder", 5));
        all.add(call(type, "adder", 7));
        all.add(call(type, "within", "in"));
        return all;
    }

    public static void main(String[] args) throws Exception {
        MethodHandles.Lookup own = MethodHandles.lookup();
        own.defineClass(file("Calls0$Point", "Calls0"));
        Class<?> first = own.defineClass(file("Calls0", "Calls0"));
        Loaders.Bytes loader = new Loaders.Bytes(Linked.class.getClassLoader(), Map.of("Calls1", file("Calls0", "Calls1"), "Calls1$Point", file("Calls0$Point", "Calls1")));
        Class<?> second = loader.loadClass("Calls1");
        List<List<Object>> before = List.of(made(first), made(second));
        System.out.println(call(first, "text", 3) + " " + call(second, "text", 4));
        System.out.println(before.get(0).get(5) + " " + before.get(1).get(5).hashCode());
        work(List.of(first, second), before);
    }

    @SuppressWarnings("unchecked")
    static void work(List<Class<?>> types, List<List<Object>> before) throws Exception {
        System.out.println(new Object().hashCode());
        for (int i = 0; i < 2; i++) {
            List<Object> now = made(types.get(i));
            for (int k = 0; k < now.size(); k++) {
                Object was = before.get(i).get(k);
                System.out.println(k + " " + (was == now.get(k)) + " " + (was.getClass() == now.get(k).getClass()) + " " + was.equals(now.get(k)));
            }
            System.out.println(((Supplier<String>) before.get(i).get(0)).get() + ((Function<String, Integer>) before.get(i).get(1)).apply("1234")
                + ((Supplier<List<String>>) before.get(i).get(2)).get() + ((Function<Integer, Integer>) before.get(i).get(6)).apply(1)
                + ((Supplier<Supplier<String>>) before.get(i).get(8)).get().get());
            System.out.println(before.get(i).get(3) instanceof java.io.Serializable);
            try (ObjectOutputStream out = new ObjectOutputStream(OutputStream.nullOutputStream())) {
                out.writeObject(before.get(i).get(3));
                System.out.println("written");
            }
            System.out.println(before.get(i).get(5) + " " + before.get(i).get(5).equals(now.get(5)) + " " + before.get(i).get(5).hashCode());
            System.out.println(call(types.get(i), "text", 5) + " " + call(types.get(i), "later", 6) + " " + call(types.get(i), "laterText", 7));
            System.out.println(before.get(i).get(0).hashCode() + " " + before.get(i).get(6).getClass().hashCode() + " " + new Object().hashCode());
        }
        System.out.println(new Object().hashCode() + " " + ((Supplier<?>) () -> "x").hashCode());
    }
}
