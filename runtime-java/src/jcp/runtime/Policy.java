package jcp.runtime;

import java.lang.invoke.MethodHandle;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadPoolExecutor;

/**
 * Decides which classes may be copied field by field.
 *
 * <p>Rule: the class and each of its JDK superclasses must be known as plain ({@link PlainPackages}); one that is refused
 * ({@link Refusals}) or unknown refuses the class. Throwables of the JDK are plain once their stack trace is made
 * ({@link Leaves#prepare}). A class of the application is as plain as the JDK classes that it extends.
 *
 * <p>Invariants: an answer depends on the class alone, except for {@link #excepts}; nothing here computes the identity hash
 * of an object or of a Class, since that would change what the program prints. Asked after {@link Anchors} and
 * {@link Leaves}, so a class that is refused here may still have instances that these two represent.
 */
final class Policy {
    private Policy() {}

    /** Entry of the tables (see {@link PlainPackages}) to {why, remedy}, or to {@link #PLAIN}. */
    private static final Map<String, String[]> RULES = new HashMap<>();
    private static final String[] PLAIN = {};

    /** Fields of JDK classes that are left at null or zero, as "class.field". */
    private static final Set<String> SKIPPED = Set.of(
        // The JVM's own encoding of the stack: copying it crashes the JVM. prepare() has made the Java form.
        "java.lang.Throwable.backtrace",
        // Used by the garbage collector and the reference handler only. `next` is plain: it links enqueued references.
        "java.lang.ref.Reference.discovered",
        // Links of a thread to the JVM; null or zero in a thread that is not running.
        "java.lang.Thread.eetop", "java.lang.Thread.threadLocals", "java.lang.Thread.blocker", "java.lang.Thread.nioBlocker", "java.lang.Thread.container",
        "java.lang.Thread$FieldHolder.terminatingThreadLocals", "java.lang.Thread.cont", "java.lang.Thread.headStackableScopes", "java.lang.Thread.parkBlocker",
        "jdk.internal.misc.InnocuousThread.hasRun",
        "java.lang.VirtualThread.cont", "java.lang.VirtualThread.runContinuation",
        // The JVM's list of containers of threads, of which one that is closed is no member.
        "java.util.concurrent.ThreadPerTaskExecutor.key",
        // Key of the JVM's cache of bundles, which KeptBundles gives; where a bundle is looked for that is not yet found.
        "java.util.ResourceBundle.cacheKey", "java.util.ResourceBundle$CacheKey.providers",
        // Weak references to the loggers below one; UnnamedLoggers ties those that have no name to their parents again.
        "java.util.logging.Logger.kids",
        // Of workers that have nothing to do: ForkJoinPools makes them.
        "java.util.concurrent.ForkJoinPool.queues", "java.util.concurrent.ForkJoinPool.ctl",
        // The parts of files and of zlib outside the heap, and what frees them: Resources makes them.
        "java.io.FileDescriptor.fd", "java.io.FileDescriptor.cleanup", "sun.nio.ch.FileChannelImpl.closer", "sun.nio.ch.FileChannelImpl.fileLockTable",
        "java.util.zip.ZipFile.res", "java.util.zip.ZipFile$ZipFileInflaterInputStream.cleanable",
        "java.nio.DirectByteBuffer.cleaner", "java.util.ServiceLoader.lookupIterator1", "java.util.ServiceLoader.lookupIterator2",
        "java.util.concurrent.Executors$AutoShutdownDelegatedExecutorService.cleanable", "java.util.Timer.cleanup", "java.util.zip.Inflater.zsRef", "java.util.zip.Deflater.zsRef",
        // Code of the JVM, which BoundHandles makes; and caches of other types.
        "java.lang.invoke.MethodHandle.form", "java.lang.invoke.MethodHandle.asTypeCache", "java.lang.invoke.MethodHandle.asTypeSoftCache",
        // What ties a class loader to the JVM: ClassLoaders makes it.
        "java.lang.ClassLoader.unnamedModule", "java.lang.ClassLoader.libraries", "java.lang.ClassLoader.defaultDomain",
        "java.lang.ClassLoader.classLoaderValueMap",
        // What descriptions of classes in object streams share with the JVM's own: SerialStreams gives it back.
        "java.io.ObjectStreamClass.cons", "java.io.ObjectStreamClass.canonicalCtr", "java.io.ObjectStreamClass.deserializationCtrs",
        "java.io.ObjectStreamClass.deserializationCtr", "java.io.ObjectStreamClass.domains", "java.io.ObjectStreamClass.fieldRefl",
        // What drawing has made of fonts, images and colours, outside the heap; made anew on use.
        "java.awt.Font.peer", "java.awt.Font.pData", "java.awt.Font.font2DHandle", "java.awt.Font.flmref", "java.awt.Image.surfaceManager", "java.awt.image.BufferedImage.osis",
        "java.awt.image.ColorModel.pData", "java.awt.Cursor.pData", "java.awt.Cursor.disposer", "java.awt.image.IndexColorModel.colorData",
        "java.awt.color.ICC_ColorSpace.this2srgb", "java.awt.color.ICC_ColorSpace.srgb2this", "java.awt.color.ICC_ColorSpace.this2xyz",
        "java.awt.color.ICC_ColorSpace.xyz2this",
        // Caches that are filled again on use.
        "java.io.ObjectStreamField.signature", "java.net.URL.hostAddress");

    /** Fields of the application that the plan leaves out, as "class.field:descriptor". */
    private static final Set<String> PRUNED = new HashSet<>();

    static {
        for (String entry : PlainPackages.ENTRIES) {
            RULES.put(entry, PLAIN);
        }
        for (Row row : Refusals.ENTRIES) {
            String[] entry = row.words;
            RULES.put(entry[0], new String[] {entry[1], entry[2]});
        }
    }

    /** Null if instances of {@code type} (no array, no interface) may be copied field by field. */
    static Problem refusal(Class<?> type) {
        if (type.isHidden()) {
            return LambdaClasses.recipe(type) != null ? null : hidden(type);
        }
        if (!Access.isJdk(type)) {
            Problem problem = foreign(type);
            if (problem != null) {
                return problem;
            }
        }
        if (Throwable.class.isAssignableFrom(type) || Access.isProxy(type)) {
            return null; // a proxy's only field is its handler; the core makes its class
        }
        Class<?> unknown = null;
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            if (!Access.isJdk(c)) {
                continue;
            }
            String[] rule = rule(c.getName());
            if (rule == null) {
                unknown = unknown == null ? c : unknown;
            } else if (rule != PLAIN) {
                return new Problem(type.getName(), c == type ? rule[0] : "it is a " + c.getName() + ": " + rule[0], rule[1]);
            }
        }
        return unknown == null ? null : unknown(type, unknown);
    }

    private static Problem unknown(Class<?> type, Class<?> unknown) {
        return new Problem(type.getName(), unknown == type ? "a class of the JDK that is not known to be plain data"
                : "it extends " + unknown.getName() + ", a class of the JDK that is not known to be plain data",
            "move the checkpoint to where no such object is reachable, or clear the reference before it");
    }

    /** A class made at run time without a name that can be found again. */
    private static Problem hidden(Class<?> type) {
        String name = type.getName();
        int lambda = name.indexOf("$$Lambda");
        if (lambda > 0) {
            return new Problem(name, "a lambda of " + name.substring(0, lambda) + " that cannot be made again",
                "replace it by a class of your own, or move the checkpoint");
        }
        return new Problem(name, "a hidden class, which exists only in this JVM", "move the checkpoint");
    }

    /** Obstacles of a class that is neither of the boot nor of the platform loader. */
    private static Problem foreign(Class<?> type) {
        if (!Access.isApplication(type)) {
            return new Problem(type.getName(), "its class was defined at run time by " + type.getClassLoader().getClass().getName(),
                "put its classes on the class path");
        }
        Module module = type.getModule();
        if (module.isNamed() && module.getLayer() == ModuleLayer.boot() && ofRuntimeImage(module)
                && rule(type.getName()) != PLAIN) {
            return new Problem(type.getName(), "a class of the JDK's tools (module " + module.getName() + "), whose statics are not captured",
                "move the checkpoint to where no such object is reachable");
        }
        return null;
    }

    private static boolean ofRuntimeImage(Module module) {
        return module.getLayer().configuration().findModule(module.getName())
            .flatMap(m -> m.reference().location()).map(u -> "jrt".equals(u.getScheme())).orElse(true);
    }

    /** The most specific rule for a class name: itself, its outer classes, its package, the packages above. */
    private static String[] rule(String name) {
        for (String n = name; ; n = n.substring(0, n.lastIndexOf('$'))) {
            String[] rule = RULES.get(n);
            if (rule != null) {
                return rule;
            }
            if (n.lastIndexOf('$') <= n.lastIndexOf('.') + 1) {
                break;
            }
        }
        String in = name.substring(0, Math.max(0, name.lastIndexOf('.')));
        String[] rule = RULES.get(in + ".*");
        while (rule == null && !in.isEmpty()) {
            rule = RULES.get(in + ".**");
            in = in.substring(0, Math.max(0, in.lastIndexOf('.')));
        }
        return rule;
    }

    private static boolean implementsNamed(Class<?> type, String name) {
        for (Class<?> each : type.getInterfaces()) {
            if (each.getName().equals(name)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether this very object may be copied although {@link #refusal} refuses its class, because its state makes it plain:
     * a thread that has not begun, has ended or is a pool's idle worker, a cleaner's or a timer's, such a cleaner and what is registered with it, such a
     * timer, an executor without tasks whose workers are idle, or one thread for each task that has ended, a file system's matcher of paths, a font that
     * is no file's, a direct buffer of memory of its own, a method handle that binds arguments of another, a class loader without classes.
     */
    static boolean excepts(Object o) {
        if (o instanceof Thread) {
            Thread.State state = ((Thread) o).getState();
            boolean isVirtual = o.getClass().getName().equals("java.lang.VirtualThread"); // its stack is made with it
            return state == Thread.State.TERMINATED || state == Thread.State.NEW && !isVirtual || PoolWorkers.isIdle((Thread) o);
        }
        if (o.getClass().getName().equals("java.util.concurrent.ThreadPerTaskExecutor")) {
            return ((ExecutorService) o).isTerminated();
        }
        if (o instanceof ThreadPoolExecutor) {
            ThreadPoolExecutor pool = (ThreadPoolExecutor) o;
            return PoolWorkers.areIdle(pool) && (!Access.isA(o.getClass(), "java.util.concurrent.ScheduledThreadPoolExecutor") || PoolWorkers.queue(pool).isEmpty());
        }
        if (o instanceof ForkJoinPool) {
            return ForkJoinPools.isPlain((ForkJoinPool) o);
        }
        if (Timers.concerns(o.getClass())) {
            return Timers.isPlain(o);
        }
        if (Cleaners.isPlain(o)) {
            return true;
        }
        if (Access.isJdk(o.getClass()) && implementsNamed(o.getClass(), "java.nio.file.PathMatcher")) { // by name: it loads none
            return true; // a pattern, and the file system, which is an anchor
        }
        if (DirectBuffers.concerns(o.getClass())) {
            return DirectBuffers.isPlain(o);
        }
        if (BoundHandles.concerns(o.getClass())) {
            return BoundHandles.take((MethodHandle) o) != null;
        }
        if (UnnamedLoggers.concerns(o.getClass())) {
            return UnnamedLoggers.isPlain(o);
        }
        Class<?> font = font(o.getClass());
        if (font != null) {
            return !(Boolean) Access.getField(o, font, "createdFont"); // it is found by its name
        }
        return o instanceof ClassLoader && ClassLoaders.isPlain((ClassLoader) o);
    }

    /** The class of fonts, if it is one; by name, since a JVM without the module java.desktop has none. */
    private static Class<?> font(Class<?> type) {
        Class<?> c = type;
        while (c != null && !c.getName().equals("java.awt.Font")) {
            c = c.getSuperclass();
        }
        return c;
    }

    /** The problem with more that only the object tells, such as the stack of a thread. */
    static Problem detailed(Problem problem, Object o) {
        String more = null;
        if (o instanceof Thread) {
            more = Threads.describe((Thread) o);
        }
        return more == null ? problem : new Problem(problem.type, problem.why + " (" + more + ")", problem.remedy);
    }

    /** Lets a field of the application, given as "class.field:descriptor", be left at null or zero. */
    static void prune(String field) {
        PRUNED.add(field);
    }

    /** Whether fields of the application are left out. */
    static boolean prunes() {
        return !PRUNED.isEmpty();
    }

    /** Whether a field is left at null or zero in the copy; of the application's fields only those that the plan names. */
    static boolean skipField(Class<?> in, String field, String descriptor) {
        if (!Access.isJdk(in)) {
            return isPruned(in, field, descriptor);
        }
        // Without a security manager (checked by Environment), a null context means the same as any other.
        String name = in.getName() + "." + field;
        return SKIPPED.contains(name) || Drawing.SKIPPED.contains(name) || in.getName().equals(Drawing.SHELL)
            || "Ljava/security/AccessControlContext;".equals(descriptor);
    }

    /** Whether the field is left out since no code behind the checkpoint reads it. */
    static boolean isPruned(Class<?> in, String name, String descriptor) {
        return !PRUNED.isEmpty() && Access.isApplication(in) && PRUNED.contains(in.getName() + "." + name + ":" + descriptor);
    }

    /**
     * Whether strings in the fields of this class's instances are compared with {@code ==} by JDK code that interned them
     * (XML names): one that is its own {@code intern()} must be interned in the replaying JVM too.
     */
    static boolean internsStrings(Class<?> type) {
        String name = type.getName();
        return Access.isJdk(type) && (name.startsWith("com.sun.org.apache.") || name.startsWith("jdk.xml.internal."));
    }
}
