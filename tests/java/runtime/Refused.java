import java.io.File;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.ObjectInputFilter;
import java.io.RandomAccessFile;
import java.io.StringReader;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.management.ManagementFactory;
import java.lang.ref.Cleaner;
import java.lang.reflect.Constructor;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.FileChannel;
import java.nio.channels.Pipe;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.Provider;
import java.security.Security;
import java.time.ZoneOffset;
import java.time.zone.ZoneRules;
import java.time.zone.ZoneRulesProvider;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.Timer;
import java.util.TimerTask;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.management.NotificationBroadcasterSupport;
import javax.management.ObjectName;
import javax.management.StandardEmitterMBean;
import javax.xml.transform.Templates;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamSource;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/** Makes what its arguments name, each a thing that cannot be captured, or one that looks like it and can. */
public class Refused {
    static final List<Object> HELD = new ArrayList<>();
    static final CountDownLatch END = new CountDownLatch(1);

    /** A cleaner whose thread has code of the program on its stack. */
    private static Cleaner cleaner() {
        return Cleaner.create(task -> {
            Thread t = new Thread() {
                @Override
                public void run() {
                    task.run();
                }
            };
            t.setDaemon(true);
            return t;
        });
    }

    /** Says itself what is locked while it loads. */
    static class Locked extends URLClassLoader {
        Locked(URL[] urls, ClassLoader parent) {
            super(urls, parent);
        }

        @Override
        protected Object getClassLoadingLock(String name) {
            return super.getClassLoadingLock(name);
        }
    }

    /** Has a lambda, for which jcp puts a hook. */
    public static class Hooked extends Plain {
        Runnable last;

        @Override
        public void run() {
            last = () -> {};
        }
    }

    public static class Plain implements Runnable {
        public Plain() {}

        @Override
        public void run() {}
    }

    /** A field on the way to what is refused. */
    static class Holder {
        final Object content;

        Holder(Object content) {
            this.content = content;
        }
    }

    public static void main(String[] args) throws Exception {
        List<AutoCloseable> open = new ArrayList<>();
        for (String kind : args) {
            HELD.add(new Holder(make(kind, open)));
        }
        after();
        END.countDown();
        for (AutoCloseable each : open) {
            each.close();
        }
        System.out.println("end");
    }

    static void after() {
        System.out.println("at the checkpoint");
        System.out.println("held " + HELD.size()); // here
    }

    static Object make(String kind, List<AutoCloseable> open) throws Exception {
        switch (kind) {
            case "thread": return thread(open);
            case "executor": {
                ExecutorService pool = Executors.newFixedThreadPool(1);
                CountDownLatch begun = new CountDownLatch(1);
                pool.execute(() -> {
                    begun.countDown();
                    waitForEnd();
                });
                begun.await();
                open.add(pool::shutdown);
                return pool;
            }
            case "executor-around": {
                ExecutorService pool = Executors.newFixedThreadPool(1, task -> new Thread(() -> around(task)));
                pool.submit(new Plain()).get();
                open.add(pool::shutdown);
                return pool;
            }
            case "executor-ended": {
                ExecutorService pool = Executors.newFixedThreadPool(1);
                pool.submit(new Plain()).get();
                pool.shutdown();
                pool.awaitTermination(1, TimeUnit.MINUTES);
                return pool;
            }
            case "scheduled": {
                ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
                CountDownLatch begun = new CountDownLatch(1);
                pool.schedule(waiting(begun, open), 1, TimeUnit.NANOSECONDS);
                open.add(pool::shutdownNow);
                begun.await();
                return pool;
            }
            case "common-pool": {
                CountDownLatch begun = new CountDownLatch(1);
                ForkJoinPool.commonPool().execute(waiting(begun, open));
                begun.await();
                return null;
            }
            case "timer": {
                Timer timer = new Timer("own timer");
                CountDownLatch begun = new CountDownLatch(1);
                Runnable waiting = waiting(begun, open);
                timer.schedule(new TimerTask() {
                    @Override
                    public void run() {
                        waiting.run();
                    }
                }, 1);
                open.add(timer::cancel);
                begun.await();
                return timer;
            }
            case "server-socket": { // a client waits
                ServerSocketChannel server = opened(ServerSocketChannel.open().bind(null), open);
                opened(new Socket(InetAddress.getLoopbackAddress(), server.socket().getLocalPort()), open);
                return server;
            }
            case "socket": {
                ServerSocket server = opened(new ServerSocket(0), open);
                Socket client = opened(new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort()), open);
                opened(server.accept(), open);
                return client;
            }
            case "datagram": {
                DatagramSocket socket = opened(new DatagramSocket(0), open);
                socket.connect(InetAddress.getLoopbackAddress(), 9);
                return socket;
            }
            case "process": {
                Process process = new ProcessBuilder("cat").start();
                open.add(process::destroy);
                return process;
            }
            default: return more(kind, open);
        }
    }

    static void around(Runnable task) {
        task.run();
    }

    /** A task that says when it begins, and waits until what is open is closed. */
    static Runnable waiting(CountDownLatch begun, List<AutoCloseable> open) {
        CountDownLatch end = new CountDownLatch(1);
        open.add(end::countDown);
        return () -> {
            begun.countDown();
            try {
                end.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        };
    }

    static Object more(String kind, List<AutoCloseable> open) throws Exception {
        switch (kind) {
            case "mapped": {
                File file = new File("mapped");
                try (RandomAccessFile access = new RandomAccessFile(file, "rw")) {
                    access.write(7);
                    return access.getChannel().map(FileChannel.MapMode.READ_ONLY, 0, 1);
                }
            }
            case "lock": {
                AsynchronousFileChannel channel = AsynchronousFileChannel.open(Path.of("locked"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                return opened(channel, open).tryLock();
            }
            case "channel": return opened(Pipe.open().source(), open);
            case "loader": return foreign(open).getClass().getClassLoader();
            case "instance": return foreign(open);
            case "class": return foreign(open).getClass();
            case "cleaner": return cleaner();
            case "cleanable": return cleaner().register(new Object(), new Plain());
            case "stream": return IntStream.range(0, 10).mapToObj(Integer::valueOf);
            case "iterator": {
                Iterator<Integer> iterator = IntStream.range(0, 10).boxed().iterator();
                iterator.next();
                return iterator;
            }
            case "watch": return opened(FileSystems.getDefault().newWatchService(), open);
            case "handle": {
                Runnable lambda = () -> System.out.println("lambda");
                return MethodHandles.lookup().findVirtual(lambda.getClass(), "run", java.lang.invoke.MethodType.methodType(void.class));
            }
            case "lambda-method": {
                Runnable lambda = () -> System.out.println("lambda");
                return lambda.getClass().getMethod("run");
            }
            case "handle-proxy": {
                MethodHandle compare = MethodHandles.lookup().findVirtual(String.class, "compareTo",
                    java.lang.invoke.MethodType.methodType(int.class, String.class));
                return java.lang.invoke.MethodHandleProxies.asInterfaceInstance(java.util.Comparator.class, compare);
            }
            case "hidden": {
                try (InputStream in = Refused.class.getResourceAsStream("Refused$Plain.class")) {
                    return MethodHandles.lookup().defineHiddenClass(in.readAllBytes(), true).lookupClass()
                        .getDeclaredConstructor().newInstance();
                }
            }
            case "defined": {
                try (InputStream in = Refused.class.getResourceAsStream("Refused$Hooked.class")) {
                    String bytes = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
                    Constructor<?> made = MethodHandles.lookup()
                        .defineClass(bytes.replace("Refused$Hooked", "Refused$Others").getBytes(StandardCharsets.ISO_8859_1)).getDeclaredConstructor();
                    made.setAccessible(true);
                    return made.newInstance();
                }
            }
            case "bean-listener":
                ObjectName told = new ObjectName("refused:type=Told");
                ManagementFactory.getPlatformMBeanServer().registerMBean(
                    new StandardEmitterMBean((Runnable) () -> {}, Runnable.class, new NotificationBroadcasterSupport()), told);
                ManagementFactory.getPlatformMBeanServer().addNotificationListener(told, (notification, handback) -> {}, null, null);
                return null;
            case "security-manager":
                System.setSecurityManager(new SecurityManager() {
                    @Override
                    public void checkPermission(java.security.Permission permission) {}
                });
                return null;
            default: return entered(kind);
        }
    }

    /** What is entered in tables of the JDK and held by them alone. */
    static Object entered(String kind) throws Exception {
        switch (kind) {
            case "signal":
                Signal.handle(new Signal("USR2"), SignalHandler.SIG_IGN);
                return null;
            case "zip-file-system":
                try (ZipOutputStream out = new ZipOutputStream(new FileOutputStream("a.zip"))) {
                    out.putNextEntry(new ZipEntry("entry"));
                }
                FileSystems.newFileSystem(URI.create("jar:" + new File("a.zip").toURI()), Map.of());
                return null;
            case "provider-removed":
                Security.removeProvider("SunSASL");
                return null;
            case "provider-moved":
                Provider sasl = Security.getProvider("SunSASL");
                Security.removeProvider("SunSASL");
                Security.insertProviderAt(sasl, 1);
                return null;
            case "derived-key":
                return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(new PBEKeySpec(new char[1], new byte[8], 1, 128));
            case "zone-rules":
                ZoneRulesProvider.registerProvider(new Rules());
                return null;
            case "filter-factory":
                ObjectInputFilter.Config.setSerialFilterFactory((current, next) -> next);
                return null;
            case "stylesheet":
                String text = "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'/>";
                Templates templates = TransformerFactory.newInstance().newTemplates(new StreamSource(new StringReader(text)));
                templates.newTransformer();
                return templates;
            default: throw new IllegalArgumentException(kind);
        }
    }

    /** Of one zone; with a field named as one of the JDK's provider, of another type. */
    static class Rules extends ZoneRulesProvider {
        final String regionToRules = "none";

        @Override
        protected Set<String> provideZoneIds() {
            return Set.of("Own/Zone");
        }

        @Override
        protected ZoneRules provideRules(String zone, boolean caching) {
            return ZoneRules.of(ZoneOffset.ofHours(5));
        }

        @Override
        protected NavigableMap<String, ZoneRules> provideVersions(String zone) {
            return new TreeMap<>(Map.of("1", provideRules(zone, false)));
        }
    }

    private static <T extends AutoCloseable> T opened(T resource, List<AutoCloseable> open) {
        open.add(resource);
        return resource;
    }

    /** A thread that waits in a method of its own. */
    private static Thread thread(List<AutoCloseable> open) {
        Thread thread = new Thread(Refused::waitForEnd, "waiting");
        thread.start();
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        open.add(thread::join);
        return null;
    }

    private static void waitForEnd() {
        try {
            END.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** An object of this program's class as another loader defines it. */
    private static Object foreign(List<AutoCloseable> open) throws Exception {
        URL here = Refused.class.getProtectionDomain().getCodeSource().getLocation();
        URLClassLoader loader = new Locked(new URL[] {here}, ClassLoader.getPlatformClassLoader());
        return opened(loader, open).loadClass("Refused$Plain").getDeclaredConstructor().newInstance();
    }
}
