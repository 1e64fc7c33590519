package jcp.explore;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The program: a loader for each execution, which defines its classes anew from the same bytes.
 */
final class Program {
    private final URL[] path;
    private String[] locations;
    private final String main;
    private final String[] args;
    private Set<String> simple;
    private Initialisers initialisers;
    /** Bytes of classes, read once; an empty array: there is none. */
    private final Map<String, byte[]> classes = new ConcurrentHashMap<>();

    Program(String classpath, String main, String[] args) {
        List<URL> urls = new ArrayList<>();
        for (String entry : classpath.split(java.io.File.pathSeparator)) {
            try {
                urls.add(Path.of(entry).toUri().toURL());
            } catch (MalformedURLException error) {
                throw new IllegalArgumentException(error);
            }
        }
        this.path = urls.toArray(new URL[0]);
        this.main = main;
        this.args = args;
    }

    /** Names of locations by number: the instrumented jar, which stands first, has them. */
    String[] locations() {
        if (locations == null) {
            try (InputStream in = loader().findResource("META-INF/jcp/locations.txt").openStream()) {
                locations = new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n");
            } catch (IOException error) {
                throw new UncheckedIOException(error);
            }
        }
        return locations;
    }

    /** Classes whose use others may see. */
    Initialisers initialisers() {
        if (initialisers == null) {
            initialisers = new Initialisers(loader().findResource("META-INF/jcp/initialised.txt"), locations());
        }
        return initialisers;
    }

    /** The names of the classes that {@link Initial} sets back. */
    private Set<String> simple() {
        if (simple == null) {
            try (URLClassLoader all = new URLClassLoader(path, null)) {
                URL found = all.findResource("META-INF/jcp/simple.txt");
                simple = found == null ? Set.of() : names(found);
            } catch (IOException error) {
                throw new UncheckedIOException(error);
            }
        }
        return simple;
    }

    private static Set<String> names(URL list) throws IOException {
        try (InputStream in = list.openStream()) {
            return Set.of(new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n"));
        }
    }

    ProgramLoader loader() {
        return new ProgramLoader();
    }

    /** Runs the program's main method. */
    void main(ClassLoader loader) throws Throwable {
        try {
            Class<?> type = Class.forName(main, true, loader);
            Method method = type.getDeclaredMethod("main", String[].class);
            method.setAccessible(true);
            method.invoke(null, (Object) args.clone());
        } catch (InvocationTargetException error) {
            throw error.getCause();
        }
    }

    /** The classes of one execution. */
    final class ProgramLoader extends URLClassLoader {
        private final List<Class<?>> defined = new ArrayList<>();
        private List<Class<?>> sorted = List.of();
        final Initial initial = new Initial(simple());

        ProgramLoader() {
            super("program", path, Explorer.class.getClassLoader());
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = classes.computeIfAbsent(name, this::read);
            if (bytes.length == 0) {
                throw new ClassNotFoundException(name);
            }
            initial.defining();
            Class<?> type = defineClass(name, bytes, 0, bytes.length, new ProtectionDomain(new CodeSource(path[0], (Certificate[]) null), null, this, null));
            synchronized (defined) {
                defined.add(type);
            }
            initial.defined(type);
            return type;
        }

        private byte[] read(String name) {
            try (InputStream in = findResource(name.replace('.', '/') + ".class") == null
                    ? InputStream.nullInputStream() : findResource(name.replace('.', '/') + ".class").openStream()) {
                return in.readAllBytes();
            } catch (IOException error) {
                return new byte[0];
            }
        }

        /** The classes that were defined so far, by name. */
        List<Class<?>> defined() {
            synchronized (defined) {
                if (sorted.size() != defined.size()) {
                    sorted = new ArrayList<>(defined);
                    sorted.sort(Comparator.comparing(Class::getName));
                }
                return sorted;
            }
        }
    }
}
