package veiled;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/** Hidden classes: weak and strong ones, nest mates, with class data and without, initialised and not, and what leads to them. */
public class Hidden {
    private static int secret = 7;
    static int begun;

    static int begin() {
        System.out.println("an initialiser runs");
        return ++begun;
    }

    static class Here {
        static Lookup lookup() {
            return MethodHandles.lookup();
        }

        private static String own(Object of) {
            return "own " + of;
        }
    }

    static byte[] file(String name) throws IOException {
        return Files.readAllBytes(Path.of("parts/veiled", name + ".class"));
    }

    static Object make(Class<?> type) throws ReflectiveOperationException {
        Constructor<?> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        return constructor.newInstance();
    }

    @SuppressWarnings("unchecked")
    static Supplier<String> text(Object o) {
        return (Supplier<String>) o;
    }

    static String told() {
        return "told";
    }

    static String called(Object supplier) {
        try {
            return String.valueOf(((Supplier<?>) supplier).get());
        } catch (NoClassDefFoundError e) {
            return "not found";
        }
    }

    static int secret() {
        return ++secret;
    }

    @SuppressWarnings("unchecked")
    public static void main(String[] args) throws Throwable {
        Lookup own = MethodHandles.lookup();
        List<Class<?>> types = new ArrayList<>();
        Map<String, Object> data = new HashMap<>(Map.of("a", 1));
        types.add(own.defineHiddenClass(file("Veil"), true).lookupClass());
        types.add(own.defineHiddenClass(file("Veil"), true, ClassOption.STRONG, ClassOption.NESTMATE).lookupClass());
        types.add(own.defineHiddenClass(file("Veil"), false, ClassOption.STRONG).lookupClass());
        types.add(own.defineHiddenClassWithClassData(file("Data"), data, true, ClassOption.NESTMATE).lookupClass());
        types.add(own.defineHiddenClassWithClassData(file("Data"), List.of(data, "listed"), false).lookupClass());
        data.put("self", types.get(3));
        Lookup inner = own.defineHiddenClass(file("Veil"), true, ClassOption.NESTMATE);
        types.add(inner.defineHiddenClass(file("Veil"), true, ClassOption.NESTMATE).lookupClass());
        Lookup alone = own.defineHiddenClass(file("Veil"), true);
        types.add(alone.defineHiddenClass(file("Data"), true, ClassOption.NESTMATE).lookupClass());
        List<Supplier<String>> made = new ArrayList<>();
        for (int i : new int[] {0, 1, 3, 5, 6}) {
            made.add(text(make(types.get(i))));
            System.out.println(made.get(made.size() - 1).get());
        }
        Map<Object, String> names = new IdentityHashMap<>();
        Map<String, Object> byName = new HashMap<>();
        for (Class<?> type : types) {
            names.put(type, "type " + names.size());
            byName.put(type.getName(), type);
        }
        Object array = Array.newInstance(types.get(1), 2, 3);
        Array.set(Array.get(array, 1), 2, made.get(1));
        Method get = types.get(0).getDeclaredMethod("get");
        get.setAccessible(true);
        MethodHandle handle = own.findVirtual(types.get(0), "get", MethodType.methodType(String.class));
        MethodHandle constructor = own.findConstructor(types.get(1), MethodType.methodType(void.class));
        Function<Object, String> reference = Here::own;
        Function<Integer, Object[]> calls = (Function<Integer, Object[]>) make(own.defineHiddenClass(file("Calls"), true).lookupClass());
        Object[] functions = calls.apply(4);
        System.out.println(called(functions[2]) + " " + called(functions[3]));
        work(types, made, names, byName, array, get, handle, constructor.asType(MethodType.methodType(Object.class)), handle.bindTo(made.get(0)), alone, reference,
            calls, functions);
    }

    @SuppressWarnings("unchecked")
    static void work(List<Class<?>> types, List<Supplier<String>> made, Map<Object, String> names, Map<String, Object> byName, Object array, Method get,
            MethodHandle handle, MethodHandle constructor, MethodHandle bound, Lookup alone, Function<Object, String> reference,
            Function<Integer, Object[]> calls, Object[] functions) throws Throwable {
        System.out.println(new Object().hashCode());
        for (Supplier<String> each : made) {
            System.out.println(each.get() + " " + names.get(each.getClass()) + " " + types.indexOf(each.getClass()));
        }
        for (Class<?> type : types) {
            System.out.println(type.isHidden() + " " + (type.getNestHost() == type) + " " + (type.getNestHost() == Hidden.class) + " "
                + (byName.get(type.getName()) == type) + " " + type.getProtectionDomain().equals(Hidden.class.getProtectionDomain()) + " " + type.getPackageName()
                + " " + type.isNestmateOf(Hidden.class) + " " + type.hashCode() + " " + type.getSuperclass().getSimpleName());
        }
        System.out.println(types.get(6).isNestmateOf(alone.lookupClass()));
        System.out.println("not initialised before: " + begun);
        System.out.println(text(make(types.get(2))).get() + " " + begun);
        System.out.println(text(make(types.get(4))).get());
        System.out.println(text(make(types.get(0))).get() + " " + text(constructor.invoke()).get());
        System.out.println((Array.get(Array.get(array, 1), 2) == made.get(1)) + " " + (array.getClass().getComponentType().getComponentType() == types.get(1)));
        System.out.println(get.invoke(made.get(0)) + " " + (String) handle.invoke(made.get(0)) + " " + (String) bound.invoke());
        System.out.println(alone.lookupClass().isHidden() + " " + alone.lookupModes() + " " + reference.apply("it"));
        Class<?> later = alone.defineHiddenClass(file("Veil"), true, ClassOption.NESTMATE).lookupClass();
        System.out.println(text(make(later)).get() + " " + later.isNestmateOf(types.get(6)));
        try {
            Class.forName(types.get(0).getName());
        } catch (ClassNotFoundException e) {
            System.out.println("not found");
        }
        Object[] again = calls.apply(5);
        for (int i = 0; i < again.length - 1; i++) {
            System.out.println((again[i] == functions[i]) + " " + (again[i].getClass() == functions[i].getClass()) + " "
                + (i == 4 ? ((Function<String, Integer>) functions[i]).apply("text") : called(functions[i])) + " " + functions[i].getClass().isNestmateOf(calls.getClass()));
        }
        System.out.println(again[5] + " " + calls.getClass().hashCode() + " " + functions[1].getClass().hashCode() + " " + functions[2].hashCode());
        System.out.println(new Object().hashCode());
    }
}
