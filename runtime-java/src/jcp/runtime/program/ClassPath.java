package jcp.runtime.program;

import java.io.IOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.security.CodeSigner;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.jar.JarFile;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.HashGenerator;
import jcp.runtime.jvm.JdkClasses;
import jcp.runtime.jvm.JvmState;
import jcp.runtime.jvm.LaunchProperties;
import jcp.runtime.jvm.Manifests;
import jcp.runtime.jvm.Opening;
import jcp.runtime.jvm.OwnFiles;
import jcp.runtime.jvm.RandomSequence;

/**
 * Has the program see its own class path. The jar in front has the changed classes of other entries; these are loaded from it,
 * but their code source, their resources and the property {@code java.class.path} are those of the original, which programs ask for to
 * find their files. {@code JcpClassPath} (in {@code runtime-java/jdk}) takes the place of the application loader's class path.
 *
 * <p>Before the first hook the JVM has loaded the main class and what it is verified with: the protection domain that they share
 * becomes that of the main class's entry.
 *
 * <p>Entries are opened when they are searched, which takes identity hashes: so the replay opens as many as were open.
 *
 * <p>Left out: jars that are not in front, as behind a jar whose manifest alone names the class path; another application
 * loader. The class path is then as it is.
 */
public final class ClassPath extends JvmState {

    private static final String KEY = "open entries of the class path";
    /** Keeps the jars open that resources were read from. */
    private static final String FACTORY = "sun.net.www.protocol.jar.JarFileFactory";
    private static final String CACHED = "jars of resources";
    private static final String PROPERTY = "java.class.path";
    private static final String TYPE = "jdk.internal.loader.URLClassPath";
    private static final String[] ADDED = {"JcpBoth", "JcpResource", "JcpClassPath"};
    /** The class path after the jar; null: all is as the JVM made it. */
    private static Object rest;
    private static boolean done;
    /** The property as the runtime has changed it; null if it has not. */
    private static String shown;
    /** What the JVM would have taken before the first hook; null: what it has. */
    private static FirstClasses first;

    /** What the JDK searches, and adds to, but for jcp's jar: a URLClassPath. Null where the program's own loader, as of nested jars, finds its classes. */
    public static Object searched() {
        Class<?> loader = Access.jdk("jdk.internal.loader.BuiltinClassLoader");
        return rest != null || !loader.isInstance(Access.APPLICATION) ? rest : Access.getField(Access.APPLICATION, loader, "ucp");
    }

    /**
     * Before any code of the program runs. The state of the generator of identity hashes in which the JVM would have begun without
     * the jar, for which it was in the one that is given: it would have opened other entries up to that of the main class.
     */
    public static HashGenerator hide(HashGenerator begun) {
        if (done || Opening.open() != null) {
            return begun; // what needs the JVM open says that it is not
        }
        done = true;
        hide();
        if (begun != null && first != null) {
            first.correct(begun);
        }
        return begun == null || first == null ? begun : begun.after(first.hashes).with(RandomSequence.after(begun.random, first.numbers));
    }

    private static void hide() {
        Object all = launched();
        if (all == null) {
            return;
        }
        try {
            Set<String> moved = moved();
            if (moved != null) {
                Manifests.watch(all);
            }
            if (moved != null && moved.isEmpty() && OwnFiles.read(RunFacts.WANTED).length == 0) {
                return; // nothing is to be hidden, and no one asks which resources the program looks for
            }
            first = replace(all, moved);
        } catch (IOException | InstantiationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The loader's class path, as the JVM made it, if jcp's jar is in front; else null. */
    private static Object launched() {
        Class<?> loader = Access.jdk("jdk.internal.loader.BuiltinClassLoader");
        Class<?> type = Access.jdk(TYPE);
        if (!loader.isInstance(Access.APPLICATION) || !Access.hasField(loader, "ucp") || !Access.hasField(type, "loaders") || !Access.hasField(type, "path")) {
            return null;
        }
        Object all = Access.getField(Access.APPLICATION, loader, "ucp");
        List<?> path = (List<?>) Access.getField(all, type, "path");
        List<?> open = (List<?>) Access.getField(all, type, "loaders");
        boolean front = !path.isEmpty() && !open.isEmpty() && OwnFiles.location().toString().equals(path.get(0).toString());
        return front ? all : null;
    }

    @SuppressWarnings("unchecked")
    private static FirstClasses replace(Object all, Set<String> moved) throws IOException, InstantiationException {
        Class<?> type = Access.jdk(TYPE);
        List<URL> path = (List<URL>) Access.getField(all, type, "path");
        FirstClasses counted = new FirstClasses(all, new ArrayList<>(path), moved);
        counted.count();
        Object seen = over(all, moved);
        Object front = Access.getField(seen, seen.getClass(), "jcpFront");
        move(all, front, type, "path");
        move(all, front, type, "loaders");
        rest = all;
        Access.setField(Access.APPLICATION, Access.jdk("jdk.internal.loader.BuiltinClassLoader"), "ucp", seen);
        counted.open(all);
        if (moved == null) {
            forget(path.size());
        }
        return counted;
    }

    /**
     * The class files in the jar that are other entries'; null: all, in the jars of a program that is not one executable jar. Read
     * without DataInputStream, which hashes the class of byte arrays.
     */
    private static Set<String> moved() throws IOException {
        byte[] file = OwnFiles.read("moved");
        int count = OwnFiles.number(file, 0);
        Set<String> moved = new HashSet<>();
        for (int i = 0, at = 4; i < count; i++) {
            int length = OwnFiles.number(file, at);
            moved.add(new String(file, at + 4, length, StandardCharsets.UTF_8));
            at += 4 + length;
        }
        return count < 0 ? null : moved;
    }

    private static Object over(Object all, Set<String> moved) throws IOException {
        Class<?> last = null;
        for (String name : ADDED) {
            byte[] file = OwnFiles.read(name + ".bin");
            last = Access.U.defineClass("jdk/internal/loader/" + name, file, 0, file.length, null, null);
            Access.U.ensureClassInitialized(last); // not at its first use, since linking takes a hash
        }
        Hashes hashes = new Hashes();
        Back back = new Back();
        back.accept(hashes.get()); // what they need is loaded before they are asked for each class
        return Access.call(null, last, "jcpOver", all, moved, hashes, back);
    }

    /** What {@code JcpClassPath} needs of {@link HashGenerator}; no lambdas, since linking them takes hashes. */
    private static final class Hashes implements Supplier<Object> {
        @Override
        public Object get() {
            return HashGenerator.now();
        }
    }

    private static final class Back implements Consumer<Object> {
        @Override
        public void accept(Object state) {
            HashGenerator.set((HashGenerator) state);
        }
    }

    /** The first element of a list goes from one class path to the other. */
    @SuppressWarnings("unchecked")
    private static void move(Object from, Object to, Class<?> type, String list) {
        Object first = ((List<Object>) Access.getField(from, type, list)).remove(0);
        ((List<Object>) Access.getField(to, type, list)).add(first);
    }

    /** The value of the property as the program finds it at its start. */
    public static String shown() {
        return shown == null ? LaunchProperties.get(PROPERTY) : shown;
    }

    /** The jar is in the property, and is where the main class came from. */
    private static void forget(int others) {
        String path = LaunchProperties.get(PROPERTY);
        int end = path == null ? -1 : path.indexOf(java.io.File.pathSeparatorChar);
        String command = LaunchProperties.get("sun.java.command", "");
        if (end < 0 || others == 0 || command.isEmpty()) {
            return;
        }
        shown = path.substring(end + 1);
        System.setProperty(PROPERTY, shown);
        int space = command.indexOf(' ');
        String main = (space < 0 ? command : command.substring(0, space)).replace('.', '/') + ".class";
        Object original = FirstClasses.find(rest, main);
        if (original != null) {
            Class<?> type = Access.jdk("jdk.internal.loader.Resource");
            URL location = (URL) Access.call(original, type, "getCodeSourceURL");
            belong(new CodeSource(location, (CodeSigner[]) null));
        }
    }

    /** The domain of the classes that are loaded becomes that of this source, also for classes that are loaded later. */
    @SuppressWarnings("unchecked")
    private static void belong(CodeSource source) {
        Class<?> loader = java.security.SecureClassLoader.class;
        ProtectionDomain domain = Access.class.getProtectionDomain();
        Access.setField(domain, ProtectionDomain.class, "codesource", source);
        Object made = Access.call(Access.APPLICATION, loader, "getProtectionDomain", source);
        for (Map.Entry<Object, Object> e : ((Map<Object, Object>) Access.getField(Access.APPLICATION, loader, "pdcache")).entrySet()) {
            if (e.getValue() == made) {
                e.setValue(domain);
            }
        }
    }

    @Override
    public void capture(Map<String, String[]> state) {
        if (rest != null) {
            state.put(KEY, new String[] {Integer.toString(open())});
        }
        Class<?> factory = JdkClasses.initialized(FACTORY);
        Map<?, ?> cache = factory == null ? Map.of() : (Map<?, ?>) Access.getField(null, factory, "fileCache");
        if (!cache.isEmpty()) {
            List<String> jars = new ArrayList<>();
            for (Map.Entry<?, ?> e : new TreeMap<Object, Object>(cache).entrySet()) {
                jars.add(e.getKey().toString());
                jars.add(Access.getField(e.getValue(), JarFile.class, "manRef") == null ? "" : "manifest");
            }
            state.put(CACHED, jars.toArray(new String[0]));
        }
    }

    /** Where only the capturing run needed jcp's class path, the objects know its parts: it is made here, too. */
    @Override
    public void restoreEarly(Map<String, String[]> state) throws IOException, InstantiationException {
        Object all = state.containsKey(KEY) && rest == null ? launched() : null;
        if (all != null) {
            replace(all, moved());
        }
    }

    @Override
    public void restore(Map<String, String[]> state) {
        String[] taken = state.get(KEY);
        for (int i = open(); taken != null && rest != null && i < Integer.parseInt(taken[0]); i++) {
            open(i);
        }
        String[] cached = state.getOrDefault(CACHED, new String[0]);
        for (int i = 0; i + 1 < cached.length; i += 2) {
            cache(cached[i], !cached[i + 1].isEmpty());
        }
    }

    /** A jar that resources were read from, which the JDK keeps open. It may be gone: then the program opens it itself, or fails to. */
    private static void cache(String url, boolean manifest) {
        try {
            Object factory = Access.getField(null, JdkClasses.load(FACTORY, true), "instance");
            JarFile jar = (JarFile) Access.call(factory, factory.getClass(), "get", new URL(url), true);
            jar.getEntry(KEY); // the first look-up reads whether there are files for versions
            if (manifest) {
                jar.getManifest();
            }
        } catch (IOException | IllegalStateException e) {
            return;
        }
    }

    private static int open() {
        return rest == null ? 0 : ((List<?>) Access.getField(rest, Access.jdk(TYPE), "loaders")).size();
    }

    private static void open(int entry) {
        try {
            Access.method(Access.jdk(TYPE), "getLoader", int.class).invoke(rest, entry);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
