import java.lang.reflect.Method;
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
        "java\\.util\\.concurrent\\.locks\\.StampedLock\\.(writeLock|readLock).*",
        "java\\.net\\.InetAddress\\.(getLocalHost|getAllByName|getByName)", "java\\.net\\.Inet.*\\.(getHostName|getCanonicalHostName|isReachable)",
        "java\\.net\\.(URL|URLConnection|URLClassLoader)\\.(open.*|getContent.*|hashCode|equals)",
        "java\\.(util\\.TimeZone|util\\.Locale|net\\..*|io\\..*)\\.set(Default|.*Factory|SerialFilter.*)"));

    static boolean isSkipped(Class<?> type, Method method) {
        return SKIPPED.matcher(method.getDeclaringClass().getName() + "." + method.getName()).matches()
            || SKIPPED.matcher(type.getName() + "." + method.getName()).matches();
    }

    /** Objects that cannot be captured: a pattern of "LABEL : CLASS", and the reason that must be said. */
    static final String[][] REFUSED = {
        {" : java\\.util\\.concurrent\\.StructuredTaskScope(Impl)?$", "a scope of tasks owns threads"},
        {" : java\\.util\\.concurrent\\.Executors\\$AutoShutdownDelegatedExecutorService", "the executor is shut down by a cleaner"},
        {" : sun\\.nio\\.fs\\.UnixFileSystem\\$(1|2)$", "an object of the operating system's file system"},
        {" : java\\.util\\.random\\.RandomGeneratorFactory$", "a half-read service loader"},
        {" : java\\.util\\.zip\\.Deflater(InputStream)?$|OutputStream,Deflater", "compression state is outside the Java heap"},
        {" : java\\.net\\.(Factory)?URLClassLoader$", "a class loader"},
        {" : java\\.util\\.ServiceLoader", "a half-read service loader"},
        {" : sun\\.net\\.spi\\.DefaultProxySelector", "not known to be plain data"},
        {" : java\\.util\\.stream\\.(?!Collectors|.*Builder)", "a stream pipeline under way"},
        {" : java\\.util\\.Timer$", "a timer has a thread"},
        {" : java\\.net\\.(Server|Datagram|Multicast)?Socket$", "a socket"},
        {" : java\\.util\\.concurrent\\.ForkJoinPool$", "a fork-join pool"},
        {" : java\\.util\\.concurrent\\.SubmissionPublisher$", "a publisher"},
        {" : java\\.util\\.concurrent\\.ThreadPerTaskExecutor$", "the executor owns threads"},
        {" : java\\.nio\\.Direct", "memory outside the Java heap"},
    };

    /** Classes of which no object is made. */
    static final String[][] NOT_MADE = {
    };

    /** The reason why the object of the label is refused, else null. */
    static String refusal(String label) {
        for (String[] each : REFUSED) {
            if (Pattern.compile(each[0]).matcher(label).find()) {
                return each[1];
            }
        }
        return null;
    }
}
