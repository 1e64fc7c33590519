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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The public constructors and methods that programs are made of: those of the packages below, read from the JDK's own image, so
 * that what is new in a JDK is among them. What ends the JVM, waits, writes files or log lines, opens sockets, starts threads
 * or sets what is the whole JVM's is left out.
 */
final class Api {
    private static final String[] PACKAGES = {
        "java.base/java/util", "java.base/java/util/function", "java.base/java/util/stream", "java.base/java/util/regex",
        "java.base/java/util/concurrent", "java.base/java/util/concurrent/atomic", "java.base/java/util/concurrent/locks",
        "java.base/java/util/zip", "java.base/java/util/random", "java.base/java/time", "java.base/java/time/chrono",
        "java.base/java/time/format", "java.base/java/time/temporal", "java.base/java/time/zone", "java.base/java/text",
        "java.base/java/net", "java.base/java/math", "java.base/java/nio", "java.base/java/nio/charset",
        "java.base/java/nio/file", "java.base/java/nio/file/attribute", "java.base/java/lang/invoke",
        "java.base/java/lang/reflect", "java.base/java/lang/annotation", "java.logging/java/util/logging",
    };

    /** Classes of {@code java.lang} that programs hold. */
    private static final Class<?>[] LANG = {
        Boolean.class, Byte.class, Character.class, Character.UnicodeBlock.class, Character.UnicodeScript.class,
        CharSequence.class, Class.class, Comparable.class, Double.class, Enum.class, Exception.class, Float.class,
        IllegalStateException.class, Integer.class, Iterable.class, Long.class, Module.class, Number.class, Package.class,
        Runtime.Version.class, Short.class, StackTraceElement.class, String.class, StringBuffer.class, StringBuilder.class,
        ThreadLocal.class, Throwable.class,
    };

    private static final Pattern LEFT_OUT_CLASSES = Pattern.compile("java\\.util\\.(Timer|TimerTask|concurrent\\.(Exec.*|Fork.*|"
            + "Thread.*|Scheduled.*|Submission.*|Flow.*|Structured.*|Counted.*|Recursive.*|logging.*)|logging\\.(FileHandler|"
            + "ConsoleHandler|SocketHandler|LogManager))|java\\.net\\.(Socket|ServerSocket|DatagramSocket|Multicast.*|URLClassLoader|"
            + "NetworkInterface|Authenticator|ProxySelector|ResponseCache|URLConnection|Http.*Connection|JarURL.*|CookieHandler|"
            + "SocketImpl|DatagramSocketImpl|InterfaceAddress)(\\$.*)?|java\\.nio\\.file\\.(Files|FileStore|FileSystem|WatchService)"
            + "|java\\.util\\.zip\\..*(File|Stream)|java\\.nio\\.Mapped.*");

    private static final Pattern LEFT_OUT = Pattern.compile(".*#(wait|notify|notifyAll|sleep|setDefault.*|exit|halt|finalize"
            + "|await.*|acquire.*|join|take.*|lock.*|park.*|loadLibrary|delete.*|createTemp.*|toRealPath|register|newByteChannel"
            + "|invoke.*|getAndBitwise.*)"
            + "|.*(Queue|Deque)#(put.*|transfer|addAll)|.*Phaser#.*[aA]wait.*|.*Exchanger#.*|.*Class#(forName|getResource.*)"
            + "|.*Complet(ableFuture|ionStage)#(.*Async|get|getNow|orTimeout|completeOnTimeout|delayedExecutor)|.*Future(Task)?#get|.*Logger#"
            + "(log.*|severe|warning|info|config|fine.*|entering|exiting|throwing|setParent)|.*Handler#(publish|push)|.*InetAddress#"
            + "(get(All)?ByName|getLocalHost|isReachable|getHostName|getCanonicalHostName)|.*InetSocketAddress#<init>"
            + "|.*InetSocketAddress#getHostName|.*URL#(open.*|getContent|setURL.*|sameFile)|.*(Stream|Spliterator)#(generate|iterate"
            + "|forEach.*)|.*ThreadLocalRandom#.*|.*Properties#(store.*|save|list)|.*Throwable#printStackTrace"
            + "|.*StampedLock#.*Lock.*|.*Sync.*#.*|.*#(managedBlock|yield|onSpinWait|bulkRegister)"
            + "|.*Random.*#(ints|longs|doubles|splits|rngs)|.*Generator#(ints|longs|doubles|splits|rngs|jumps|leaps|arbitraryJumps)|.*#parallel.*"
            + "|.*#(hashCode|identityHashCode|now|nanoTime|currentTimeMillis|randomUUID|availableProcessors|systemDefaultZone|systemUTC|system|tick.*)"
            + "|.*String(Builder|Buffer)?#repeat|.*#ensureCapacity|.*BigInteger#(probablePrime|nextProbablePrime|pow|shiftLeft)"
            + "|.*BigDecimal#(pow|toBigInteger|setScale|scaleByPowerOfTen)|.*Collections#nCopies|.*#allocate(Direct)?"
            + "|.*MethodHandles#.*[lL]oop.*|.*Module#add.*|.*Proxy#getProxyClass");

    final List<Class<?>> classes = new ArrayList<>();
    /** All of them, in a fixed order. */
    final List<Executable> goals = new ArrayList<>();
    final Set<Executable> known = new java.util.HashSet<>();
    private final Map<Class<?>, List<Executable>> producers = new HashMap<>();

    Api() throws IOException {
        Set<Class<?>> found = new TreeSet<>(Comparator.comparing(Class::getName));
        for (String name : PACKAGES) {
            Path folder = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules/" + name);
            try (Stream<Path> files = Files.list(folder)) {
                String start = name.substring(name.indexOf('/') + 1).replace('/', '.') + '.';
                files.map(file -> file.getFileName().toString()).filter(file -> file.endsWith(".class"))
                        .forEach(file -> found.addAll(load(start + file.substring(0, file.length() - 6))));
            }
        }
        found.addAll(Arrays.asList(LANG));
        found.add(Sample.class);
        classes.addAll(found);
        for (Class<?> type : classes) {
            goals.addAll(callable(type));
        }
        known.addAll(goals);
    }

    private static List<Class<?>> load(String name) {
        if (name.endsWith("package-info") || LEFT_OUT_CLASSES.matcher(name).matches()) {
            return List.of();
        }
        try {
            Class<?> type = Class.forName(name, false, null);
            return isPublic(type) && type.getCanonicalName() != null ? List.of(type) : List.of();
        } catch (ClassNotFoundException | LinkageError e) {
            return List.of();
        }
    }

    /** Whether a program may name it. */
    static boolean isPublic(Class<?> type) {
        for (Class<?> at = type; at != null; at = at.getEnclosingClass()) {
            if (!Modifier.isPublic(at.getModifiers())) {
                return false;
            }
        }
        if (type.getName().startsWith("java.util.concurrent.Struct")) { // a preview in JDK 25
            return false;
        }
        Module module = type.getModule();
        return !module.isNamed() || module.isExported(type.getPackageName());
    }

    private static List<Executable> callable(Class<?> type) {
        List<Executable> found = new ArrayList<>();
        if (!Modifier.isAbstract(type.getModifiers())) {
            found.addAll(Arrays.asList(type.getConstructors()));
        }
        for (Method method : type.getDeclaredMethods()) {
            if (Modifier.isPublic(method.getModifiers()) && !method.isSynthetic()) {
                found.add(method);
            }
        }
        found.removeIf(one -> isLeftOut(one) || waits(one) || !Arrays.stream(one.getParameterTypes()).allMatch(Api::isUsable));
        found.sort(Comparator.comparing(Executable::toString));
        return found;
    }

    static boolean isLeftOut(Executable one) {
        String name = one instanceof Constructor ? "<init>" : one.getName();
        return LEFT_OUT.matcher(one.getDeclaringClass().getName() + '#' + name).matches() || one.isAnnotationPresent(Deprecated.class)
                && one.getAnnotation(Deprecated.class).forRemoval();
    }

    private static boolean isUsable(Class<?> type) {
        while (type.isArray()) {
            type = type.getComponentType();
        }
        return isPublic(type);
    }

    /** Whether it takes a time to wait for. */
    private static boolean waits(Executable one) {
        return Arrays.asList(one.getParameterTypes()).contains(TimeUnit.class) && one.getDeclaringClass() != TimeUnit.class;
    }

    static Class<?> result(Executable one) {
        return one instanceof Method method ? method.getReturnType() : one.getDeclaringClass();
    }

    /** Those whose result is declared to be of the type. */
    List<Executable> producing(Class<?> type) {
        return producers.computeIfAbsent(type, wanted -> {
            List<Executable> all = new ArrayList<>();
            for (Executable goal : goals) {
                Class<?> result = result(goal);
                if (wanted.isAssignableFrom(result) && isUsable(result)) {
                    all.add(goal);
                }
            }
            return all;
        });
    }
}
