import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The public classes of the JDK's own library packages, as the run-time image lists them, and what makes objects of them. */
final class Library {
    private Library() {}

    static final String[] PACKAGES = {
        "java.io", "java.math", "java.net", "java.nio", "java.nio.charset", "java.nio.file", "java.nio.file.attribute", "java.text", "java.time",
        "java.time.chrono", "java.time.format", "java.time.temporal", "java.time.zone", "java.util", "java.util.concurrent",
        "java.util.concurrent.atomic", "java.util.concurrent.locks", "java.util.function", "java.util.jar", "java.util.random",
        "java.util.regex", "java.util.stream", "java.util.zip"
    };

    /** All public classes and interfaces of a package, the nested ones among them, by name. */
    static List<Class<?>> classes(String name) throws IOException, ClassNotFoundException {
        Path folder = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules/java.base", name.replace('.', '/'));
        List<String> names;
        try (Stream<Path> files = Files.list(folder)) {
            names = files.map(file -> file.getFileName().toString()).filter(file -> file.endsWith(".class"))
                .map(file -> name + "." + file.substring(0, file.length() - 6)).sorted().collect(Collectors.toList());
        }
        List<Class<?>> found = new ArrayList<>();
        for (String each : names) {
            Class<?> type = Class.forName(each, false, null);
            if (isPublic(type)) {
                found.add(type);
            }
        }
        return found;
    }

    static boolean isPublic(Class<?> type) {
        return Modifier.isPublic(type.getModifiers()) && (type.getEnclosingClass() == null || isPublic(type.getEnclosingClass()))
            && type.getModule().isExported(type.getPackageName());
    }

    /** A class of which one would make an object: it has a public constructor, or a public static method that returns it. */
    static boolean isKind(Class<?> type) {
        return makers(type).stream().anyMatch(maker -> maker instanceof Constructor || type.isAssignableFrom(((Method) maker).getReturnType()));
    }

    /** Public constructors, then static methods that return objects, in a fixed order. */
    static List<Executable> makers(Class<?> type) {
        List<Executable> makers = new ArrayList<>();
        if (!Modifier.isAbstract(type.getModifiers()) && !Lists.isLeftOut(type)) {
            makers.addAll(Arrays.asList(type.getConstructors()));
        }
        for (Method method : type.getDeclaredMethods()) {
            Class<?> result = method.getReturnType();
            if (Modifier.isStatic(method.getModifiers()) && Modifier.isPublic(method.getModifiers()) && !result.isPrimitive()
                    && !result.isArray() && result != String.class && result != Class.class && !Lists.isSkipped(type, method)) {
                makers.add(method);
            }
        }
        makers.sort(Comparator.comparing((Executable maker) -> maker instanceof Method).thenComparing(Executable::getParameterCount)
            .thenComparing(Library::label));
        return makers;
    }

    /** As in {@code java.util.ArrayList(int)} and {@code java.util.List.of(Object)}. */
    static String label(Executable maker) {
        String owner = maker.getDeclaringClass().getName();
        String parameters = Arrays.stream(maker.getParameterTypes()).map(Class::getSimpleName).collect(Collectors.joining(",", "(", ")"));
        return (maker instanceof Constructor ? owner : owner + "." + maker.getName()) + parameters;
    }

    /** The public methods that an object's class can be called by: of the most general public types that declare them. */
    static List<Method> methods(Class<?> type) {
        List<Method> found = new ArrayList<>();
        for (Method method : type.getMethods()) {
            Method callable = isPublic(method.getDeclaringClass()) ? method : declared(type, method);
            if (callable != null && !Modifier.isStatic(method.getModifiers()) && method.getDeclaringClass() != Object.class
                    && !method.isBridge() && !Lists.isSkipped(type, method)) {
                found.add(callable);
            }
        }
        found.sort(Comparator.comparing(Method::getName).thenComparing(method -> Arrays.toString(method.getParameterTypes()))
            .thenComparing(method -> method.getReturnType().getName()));
        return found;
    }

    private static Method declared(Class<?> type, Method method) {
        List<Class<?>> all = new ArrayList<>();
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            all.add(c);
            interfaces(c, all);
        }
        for (Class<?> c : all) {
            if (isPublic(c)) {
                try {
                    return c.getMethod(method.getName(), method.getParameterTypes());
                } catch (NoSuchMethodException e) {
                    continue; // another type declares it
                }
            }
        }
        return null;
    }

    private static void interfaces(Class<?> type, List<Class<?>> all) {
        for (Class<?> each : type.getInterfaces()) {
            all.add(each);
            interfaces(each, all);
        }
    }
}
