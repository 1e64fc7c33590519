import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.regex.Pattern;

/** What is left out, and why. */
final class Lists {
    private Lists() {}

    /** Methods that wait, run other threads, ask the clock, the network or the machine, or have effects on files, as CLASS.NAME. */
    private static final Pattern SKIPPED = Pattern.compile(String.join("|",
        "java\\.nio\\.file\\.Files\\..*", "java\\.io\\.Console\\..*", "java\\.net\\.NetworkInterface\\..*", ".*\\.(now|random|instant|millis)",
        "java\\.util\\.UUID\\.randomUUID", "java\\.io\\.File\\.(delete|createNewFile|mkdirs?|renameTo|createTempFile|set.*|deleteOnExit|.*Space|lastModified|list.*)",
        ".*\\.(wait|notify|notifyAll|await.*|take.*|acquire.*|lock.*|join|park.*|exchange|arriveAndAwait.*|sleep|timed.*|quietly.*|helpQuiesce|accept|receive|newWatchService|printStackTrace|getStackTrace|fillInStackTrace|hashCode|prestart.*|getQueue)", ".*Execut.*\\.(close|set.*PoolSize)",
        ".*\\.(.*Async|parallel.*|invoke.*|submit|execute|fork|start|schedule.*|orTimeout|completeOnTimeout)",
        "java\\.io\\.Piped(InputStream|Reader)\\.(read.*|transferTo|skip.*)", "java\\.util\\.concurrent\\..*\\.(put|putFirst|putLast|transfer)",
        "java\\.util\\.concurrent\\.(CompletableFuture|FutureTask|ForkJoinTask.*|RecursiveAction|.*Future.*)\\.(get|resultNow|exceptionNow)",
        "java\\.util\\.concurrent\\.ForkJoinPool\\.(close|cancel.*|await.*|.*[sS]ubmit.*)",
        "java\\.util\\.concurrent\\.locks\\.StampedLock\\.(writeLock|readLock).*",
        "java\\.util\\.concurrent\\.ConcurrentHashMap\\.(search|reduce|forEach).*",
        "java\\.net\\.InetAddress\\.(getLocalHost|getAllByName|getByName)", "java\\.net\\.Inet.*\\.(getHostName|getCanonicalHostName|isReachable)",
        "java\\.net\\.(URL|URLConnection|URLClassLoader)\\.(open.*|getContent.*|hashCode|equals)",
        "java\\.(util\\.TimeZone|util\\.Locale|net\\..*|io\\..*)\\.set(Default|.*Factory|SerialFilter.*)"));

    static boolean isSkipped(Class<?> type, Method method) {
        return SKIPPED.matcher(method.getDeclaringClass().getName() + "." + method.getName()).matches()
            || SKIPPED.matcher(type.getName() + "." + method.getName()).matches();
    }

    /**
     * Objects that cannot be captured: a pattern of "LABEL : CLASS", and the reason that must be said; perhaps the class that is said
     * instead of the object's, and the last JDK of which this holds.
     */
    static final String[][] REFUSED = {
        {" : java\\.net\\.URLConnection\\$1$", "the JVM's own table of content types"},
        {" : java\\.io\\.ObjectInputFilter\\$Config\\$BuiltinFilterFactory$", "the JVM's own factory of deserialization filters"},
        {" : java\\.util\\.concurrent\\.StructuredTaskScope(Impl)?$", "a scope of tasks owns threads"},
        {" : sun\\.nio\\.fs\\.UnixFileSystem\\$(1|2)$", "an object of the operating system's file system"},
        {"getUnnamedModule.* : java\\.lang\\.Module$", "a module made at run time"},
        {" : java\\.util\\.stream\\.(?!Collector|Gatherer|.*Builder)", "a stream pipeline under way"},
        {" : java\\.util\\.concurrent\\.SubmissionPublisher$", "a publisher"},
    };

    /** Classes of which no object is made. */
    static final String[][] NOT_MADE = {
        {"java.net.Authenticator", "none is set by default"},
        {"java.net.ResponseCache", "none is set by default"},
        {"java.net.Proxy", "an address of a proxy must be resolved"},
        {"java.net.DatagramSocket", "its methods wait for datagrams: listening_sockets has it"},
        {"java.net.MulticastSocket", "its methods wait for datagrams: listening_sockets has it"},
        {"java.net.ServerSocket", "its methods wait for clients: listening_sockets has it"},
        {"java.net.Socket", "its methods wait for the other side: listening_sockets has it"},
        {"java.net.SocketPermission", "its actions are words of its own; NetPermission is alike"},
        {"java.nio.file.LinkPermission", "its name is a word of its own; NetPermission is alike"},
        {"java.util.ResourceBundle$Control", "its factories take lists of its own formats"},
        {"java.util.concurrent.locks.AbstractQueuedLongSynchronizer$ConditionObject", "belongs to a lock of the program"},
        {"java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject", "belongs to a lock; another view of it comes first"},
        {"java.util.random.RandomGenerator$ArbitrarilyJumpableGenerator", "the JDK has none"},
    };

    static boolean isLeftOut(Class<?> type) {
        return Arrays.stream(NOT_MADE).anyMatch(each -> each[0].equals(type.getName()));
    }

    /** Reason and class of the refusal of the object of the label and class, or null. */
    static String[] refusal(String label, String type) {
        for (String[] each : REFUSED) {
            boolean holds = each.length < 4 || Runtime.version().feature() <= Integer.parseInt(each[3]);
            if (holds && Pattern.compile(each[0]).matcher(label + " : " + type).find()) {
                return new String[] {each[1], each.length > 2 ? each[2] : type};
            }
        }
        return null;
    }
}
