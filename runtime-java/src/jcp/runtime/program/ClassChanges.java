package jcp.runtime.program;

import java.io.File;
import java.io.IOException;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.invoke.MethodHandles;
import java.lang.ref.WeakReference;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.jar.JarFile;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.ClassFiles;
import jcp.runtime.jvm.HiddenMarks;
import jcp.runtime.jvm.KeptFiles;
import jcp.runtime.jvm.LaunchProperties;
import jcp.runtime.jvm.Loaders;
import jcp.runtime.jvm.Lookups;
import jcp.runtime.jvm.Opening;
import jcp.runtime.jvm.OwnFiles;
import jcp.runtime.jvm.PrivateFile;

/**
 * Redirects a method of the JDK, in {@code java.lang.invoke}, to a function of the runtime; gives a class of the program other code
 * ({@link Unguarded}); tells the class file of a loaded class ({@link DefinedClasses}).
 *
 * <p>The JVM lets agents alone change a loaded class ({@code java.lang.instrument}). The JDK's launcher can load one into a
 * running JVM, for programs whose jar names one ({@code Launcher-Agent-Class}); no flag is needed for that, and here its
 * method for it is called with a jar that names {@code Agent}. Only what the calls name is changed ({@link ClassFiles}): they
 * then go to {@code JcpLinker}, which is put beside the class and calls the function.
 */
public final class ClassChanges {
    private static final String AGENT = "jcp.runtime.Agent";
    private static final String LINKER = "java/lang/invoke/JcpLinker";
    private static final String LOADING = "java/lang/invoke/JcpLoading";
    static final String IMPLEMENTATION = "sun.instrument.InstrumentationImpl";
    private static Instrumentation instrumentation;
    private static boolean hasAgent;
    /** The names of the JDK's classes that {@link #redirect} has changed. */
    private static final List<String> CHANGED = new ArrayList<>();
    private static Class<?> loading;

    private ClassChanges() {}

    /**
     * Calls of the method in its own class call the function from then on, with the arguments in an array; the first one is a class of the boot loader, or one of
     * these.
     */
    public static void redirect(Class<?> type, String method, Function<Object[], Object> function, WeakReference<?>[] hosts)
            throws ReflectiveOperationException, IOException {
        load();
        Class<?> between = Lookups.in(MethodHandles.class).defineClass(OwnFiles.read("JcpLinker.bin"));
        Access.setField(null, between, "jcpLinker", function);
        Access.setField(null, between, "jcpHosts", hosts);
        change(type, new Redirection(method));
        CHANGED.add(type.getName());
    }

    /** The methods {@code loadClass} that the JVM calls. */
    static final List<String> LOAD_CLASS = List.of("(Ljava/lang/String;)Ljava/lang/Class;", "(Ljava/lang/String;Z)Ljava/lang/Class;");

    /** From then on these methods of the class ask the function, with the loader and the name of the class that is wanted. */
    static void loadBy(Class<?> type, BiFunction<ClassLoader, String, Class<?>> function) throws ReflectiveOperationException, IOException {
        load();
        if (loading == null) {
            loading = Lookups.in(MethodHandles.class).defineClass(OwnFiles.read("JcpLoading.bin"));
        }
        Access.setField(null, loading, "jcpLoading", function);
        change(type, new Function<byte[], byte[]>() {
            @Override
            public byte[] apply(byte[] own) {
                return ClassFiles.handedOver(own, "loadClass", LOAD_CLASS, LOADING, "jcpLoad", "(Ljava/lang/ClassLoader;Ljava/lang/String;)Ljava/lang/Class;");
            }
        });
    }

    /** The class has its own code again. */
    static void putBack(Class<?> type) {
        Access.setField(null, loading, "jcpLoading", null);
        change(type, new Function<byte[], byte[]>() {
            @Override
            public byte[] apply(byte[] own) {
                return null;
            }
        });
    }

    /** Gives a class another class file, which differs in code alone. */
    static void replace(Class<?> type, byte[] file) throws ReflectiveOperationException, IOException {
        replace(List.of(type), List.of(file));
    }

    /** The same with several at once. The JVM keeps the files of before for agents that change the classes later. */
    static void replace(List<Class<?>> types, List<byte[]> files) throws ReflectiveOperationException, IOException {
        load();
        transform(new ClassFileTransformer() {
            @Override
            public byte[] transform(ClassLoader loader, String name, Class<?> which, ProtectionDomain domain, byte[] file) {
                int at = types.indexOf(which);
                return at < 0 ? null : files.get(at);
            }
        }, types.toArray(new Class<?>[0]));
    }

    /** The boot loader looks for classes in this jar, too, from now on. */
    static void appendToBoot(JarFile jar) throws ReflectiveOperationException, IOException {
        load();
        instrumentation.appendToBootstrapClassLoaderSearch(jar);
    }

    /** The same, and agents that change the classes later are told the new ones. */
    static void redefine(List<Class<?>> types, List<byte[]> files) throws ReflectiveOperationException, IOException {
        load();
        ClassDefinition[] all = new ClassDefinition[types.size()];
        for (int i = 0; i < all.length; i++) {
            all[i] = new ClassDefinition(types.get(i), files.get(i));
        }
        try {
            instrumentation.redefineClasses(all);
        } catch (UnmodifiableClassException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class Redirection implements Function<byte[], byte[]> {
        private final String method;

        Redirection(String method) {
            this.method = method;
        }

        @Override
        public byte[] apply(byte[] own) {
            return ClassFiles.redirected(own, method, LINKER);
        }
    }

    /**
     * The class file of a loaded class, as the JVM tells agents that are to change it. It is told nothing that it can take, so
     * that the class stays as it is.
     */
    public static byte[] file(Class<?> type) throws ReflectiveOperationException, IOException {
        load();
        Told told = new Told();
        long hidden = HiddenMarks.lift(type);
        try {
            change(type, told);
        } catch (LinkageError | UnsupportedOperationException e) {
            if (told.file == null) {
                throw e;
            }
        } finally {
            HiddenMarks.putBack(type, hidden);
        }
        return told.file == null || hidden == 0 ? told.file : ClassFiles.withoutAddress(told.file);
    }

    /** The class file of a loaded class as agents have changed it. */
    static byte[] current(Class<?> type) throws ReflectiveOperationException, IOException {
        load();
        long kept = KeptFiles.hide(type);
        try {
            return file(type);
        } finally {
            KeptFiles.putBack(type, kept);
        }
    }

    private static final class Told implements Function<byte[], byte[]> {
        byte[] file;

        @Override
        public byte[] apply(byte[] own) {
            file = own;
            return new byte[1];
        }
    }

    /** Whether the runtime has given the class other code, other than by {@link ChangedClasses}. */
    static boolean hasChanged(Class<?> type) {
        return CHANGED.contains(type.getName()) && Access.isJdk(type) || type.getName().equals(IMPLEMENTATION);
    }

    static void change(Class<?> type, Function<byte[], byte[]> change) {
        transform(new ClassFileTransformer() {
            @Override
            public byte[] transform(ClassLoader loader, String name, Class<?> which, ProtectionDomain domain, byte[] file) {
                return which == type ? change.apply(file) : null;
            }
        }, type);
    }

    private static void transform(ClassFileTransformer transformer, Class<?>... types) {
        instrumentation.addTransformer(transformer, true);
        try {
            instrumentation.retransformClasses(types);
        } catch (UnmodifiableClassException e) {
            throw new IllegalStateException(e);
        } finally {
            instrumentation.removeTransformer(transformer);
        }
    }

    /** Has the JDK load the jar that names the agent, once. */
    static void load() throws ReflectiveOperationException, IOException {
        if (instrumentation == null) {
            instrumentation = another();
        }
    }

    /** Whether it is the runtime's own agent. */
    static boolean isOwn(Object agent) {
        return agent == instrumentation;
    }

    /** One more, which knows of no other. */
    static Instrumentation another() throws ReflectiveOperationException, IOException {
        Class<?> implementation = Class.forName(IMPLEMENTATION, true, null);
        File jar = new File(LaunchProperties.get("java.io.tmpdir"), "jcp-" + Long.toHexString(System.nanoTime()) + ".jar");
        PrivateFile.write(jar, OwnFiles.read("agent.jar")); // others must not write what this JVM loads
        ClassLoader system = ClassLoader.getSystemClassLoader();
        if (Loaders.launched() && !hasAgent) { // that loader does not have the runtime
            byte[] file = OwnFiles.read("Agent.bin");
            Access.U.defineClass(AGENT.replace('.', '/'), file, 0, file.length, system, null);
        }
        hasAgent = true;
        try {
            Opening.callNatively(implementation, "loadAgent", jar.getPath()); // it calls the agent by reflection
            return (Instrumentation) Access.getField(null, Class.forName(AGENT, false, system), "jcpGiven");
        } finally {
            jar.delete();
            forget(jar);
        }
    }

    /** The JDK also puts the jar on the class path, where the program's look-ups would come by and try to open it. */
    private static void forget(File jar) {
        Class<?> loader = Access.jdk("jdk.internal.loader.BuiltinClassLoader");
        Class<?> type = Access.jdk("jdk.internal.loader.URLClassPath");
        ClassLoader system = ClassLoader.getSystemClassLoader();
        if (!loader.isInstance(system) || !Access.hasField(type, "path") || !Access.hasField(type, "unopenedUrls")) {
            return;
        }
        Object classPath = Loaders.launched() ? Access.getField(system, loader, "ucp") : ClassPath.searched();
        List<?> path = (List<?>) Access.getField(classPath, type, "path");
        Deque<?> unopened = (Deque<?>) Access.getField(classPath, type, "unopenedUrls");
        int last = path.size() - 1;
        if (last >= 0 && path.get(last).toString().endsWith(jar.getName())) {
            unopened.remove(path.remove(last));
        }
    }

}
