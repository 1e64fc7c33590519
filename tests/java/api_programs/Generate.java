import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * {@code Generate SOURCES OUT FROM TO SIZE} makes the programs FROM to TO, each of SIZE snippets, in folders of their numbers
 * under OUT, and compiles them. Each number gives the same snippets on every run on the same JDK.
 */
public final class Generate {
    private static PrintStream told;

    private Generate() { }

    public static void main(String[] args) throws Exception {
        told = System.out;
        System.setOut(new PrintStream(PrintStream.nullOutputStream()));
        System.setErr(new PrintStream(PrintStream.nullOutputStream()));
        Api api = new Api();
        told.println(api.goals.size() + " methods of " + api.classes.size() + " classes");
        Path out = Path.of(args[1]);
        int size = Integer.parseInt(args[4]);
        for (int number = Integer.parseInt(args[2]); number < Integer.parseInt(args[3]); number++) {
            Batch batch = new Batch();
            for (int i = 0; i < size; i++) {
                add(batch, api, (long) number * size + i);
            }
            int written = batch.write(Path.of(args[0]), Files.createDirectories(out.resolve(String.valueOf(number))));
            told.println(number + ": " + written + " snippets");
        }
        told.flush();
        Runtime.getRuntime().halt(0);
    }

    private static void add(Batch batch, Api api, long number) throws Exception {
        Executable goal = api.goals.get((int) (number * 7919 % api.goals.size()));
        Random random = new Random(number);
        Snippet snippet = within(goal, () -> Snippet.reaching(goal, api, random));
        if (snippet == null) {
            return;
        }
        List<Integer> kept = snippet.kept();
        Object first = snippet.value(kept.get(0));
        List<Class<?>> types = publicTypes(first);
        Class<?> type = types.isEmpty() ? Object.class : types.get(random.nextInt(types.size()));
        Snippet later = within(goal, () -> Snippet.later(first, type, api, random));
        batch.add(goal + " #" + number, snippet, later);
    }

    /** What the task gives; none if it takes too long, which is told. */
    private static <T> T within(Executable goal, Callable<T> task) throws InterruptedException {
        FutureTask<T> run = new FutureTask<>(task);
        Thread thread = new Thread(run);
        thread.setDaemon(true);
        thread.start();
        try {
            return run.get(5, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            told.println("stuck: " + goal + " " + Arrays.asList(thread.getStackTrace()));
            return null;
        } catch (java.util.concurrent.ExecutionException e) {
            return null;
        }
    }

    /** The most special classes and interfaces of the object that a program may name. */
    static List<Class<?>> publicTypes(Object value) {
        Set<Class<?>> found = new LinkedHashSet<>();
        if (value != null) {
            collect(value.getClass(), found);
        }
        found.removeIf(one -> one == Object.class || found.stream().anyMatch(other -> other != one && one.isAssignableFrom(other)));
        List<Class<?>> types = new ArrayList<>(found);
        types.sort(Comparator.comparing(Class::getName));
        return types;
    }

    private static void collect(Class<?> type, Set<Class<?>> found) {
        if (type == null) {
            return;
        }
        if (Api.isPublic(type) && type.getCanonicalName() != null && !type.isArray() && !java.lang.reflect.Proxy.isProxyClass(type)) {
            found.add(type);
            return;
        }
        collect(type.getSuperclass(), found);
        for (Class<?> one : type.getInterfaces()) {
            collect(one, found);
        }
    }

    /** The methods without arguments that tell something of an object of the type, by name. */
    static Map<String, Method> views(Class<?> type) {
        Map<String, Method> views = new TreeMap<>();
        for (Method method : type.getMethods()) {
            boolean tells = method.getParameterCount() == 0 && method.getReturnType() != void.class
                    && !Modifier.isStatic(method.getModifiers()) && !method.isSynthetic() && Api.isPublic(method.getDeclaringClass());
            if (tells && !Api.isLeftOut(method) && !method.getName().matches("getClass|toString")) {
                views.put(method.getName(), method);
            }
        }
        return views;
    }

    static void copy(Path from, Path to) throws IOException {
        Files.write(to, Files.readAllBytes(from));
    }
}
