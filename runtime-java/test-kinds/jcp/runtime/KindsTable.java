package jcp.runtime;

import java.io.*;
import java.math.*;
import java.net.*;
import java.nio.ByteBuffer;
import java.nio.charset.*;
import java.nio.file.Path;
import java.time.*;
import java.time.format.DateTimeFormatter;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Prints how typical objects of the JDK, and all that they reach, are treated: "plain n" (copied, with n objects), the
 * anchors and leaves among them, or why they are refused.
 */
public final class KindsTable {
    private KindsTable() {}

    static class MyThread extends Thread {}
    static class MyStream extends FileInputStream {
        MyStream(String name) throws IOException { super(name); }
    }
    enum Colour { RED, GREEN }

    static Map<String, Object> objects() throws Exception {
        Map<String, Object> m = new LinkedHashMap<>();
        m.put("Object", new Object());
        m.put("StringBuilder", new StringBuilder("x"));
        m.put("HashMap", new HashMap<>(Map.of("a", 1)));
        m.put("HashSet", new HashSet<>(List.of("a")));
        m.put("ArrayList empty", new ArrayList<>());
        m.put("ArrayList of capacity 0", new ArrayList<>(0));
        m.put("LinkedHashMap", new LinkedHashMap<>(Map.of(1, 2)));
        m.put("TreeMap", new TreeMap<>(Map.of("k", "v")));
        m.put("TreeMap reversed", new TreeMap<>(Collections.reverseOrder()));
        m.put("TreeMap case-insensitive", new TreeMap<>(String.CASE_INSENSITIVE_ORDER));
        m.put("TreeMap naturalOrder", new TreeMap<>(Comparator.<String>naturalOrder()));
        m.put("PriorityQueue comparing", new PriorityQueue<>(Comparator.comparing(String::length)));
        EnumMap<Colour, String> em = new EnumMap<>(Colour.class);
        em.put(Colour.RED, null);
        m.put("EnumMap with null", em);
        m.put("EnumSet", EnumSet.of(TimeUnit.DAYS));
        m.put("List.of", List.of(1, 2, 3));
        m.put("Set.of", Set.of(1, 2, 3));
        m.put("Collections.emptyList", Collections.emptyList());
        m.put("Collections.synchronizedMap", Collections.synchronizedMap(new WeakHashMap<>(Map.of("k", "v"))));
        m.put("IdentityHashMap", new IdentityHashMap<>(Map.of(1, 1)));
        m.put("BitSet", BitSet.valueOf(new long[] {5}));
        m.put("Optional.empty", Optional.empty());
        m.put("ConcurrentHashMap", new ConcurrentHashMap<>(Map.of(1, 1)));
        m.put("ConcurrentSkipListMap", new ConcurrentSkipListMap<>(Map.of(1, 1)));
        m.put("CopyOnWriteArrayList", new CopyOnWriteArrayList<>(List.of(1)));
        m.put("LinkedBlockingQueue", new LinkedBlockingQueue<>(List.of(1)));
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        m.put("ReentrantLock held", lock);
        m.put("ReentrantReadWriteLock", new ReentrantReadWriteLock());
        m.put("AtomicReference", new AtomicReference<>("a"));
        m.put("LongAdder", new LongAdder());
        m.put("CompletableFuture", CompletableFuture.completedFuture(1));
        m.put("FutureTask", new FutureTask<>(() -> 1));
        m.put("Random", new Random(1));
        m.put("UUID", UUID.nameUUIDFromBytes(new byte[1]));
        m.put("BigInteger", new BigInteger("123456789012345678901234567890"));
        m.put("BigDecimal", new BigDecimal("1.5"));
        m.put("MathContext", MathContext.DECIMAL64);
        m.put("LocalDate", LocalDate.of(2020, 1, 1));
        m.put("ZonedDateTime", ZonedDateTime.of(LocalDateTime.MIN, ZoneId.of("Europe/Berlin")));
        m.put("DateTimeFormatter", DateTimeFormatter.ofPattern("yyyy-MM-dd"));
        m.put("DateTimeFormatter.ISO_DATE", DateTimeFormatter.ISO_DATE);
        m.put("SimpleDateFormat", new java.text.SimpleDateFormat("yyyy-MM-dd", Locale.US));
        m.put("GregorianCalendar", new GregorianCalendar(TimeZone.getTimeZone("Europe/Berlin"), Locale.GERMANY));
        m.put("Date", new Date(0));
        m.put("DecimalFormat", new java.text.DecimalFormat("0.00"));
        m.put("MessageFormat", new java.text.MessageFormat("{0}"));
        m.put("Collator", java.text.Collator.getInstance(Locale.US));
        m.put("BreakIterator", java.text.BreakIterator.getWordInstance(Locale.US));
        Pattern p = Pattern.compile("[a-z]+(\\d*)", Pattern.CASE_INSENSITIVE);
        m.put("Pattern", p);
        m.put("Matcher", p.matcher("abc1"));
        m.put("Scanner", new Scanner("a b"));
        m.put("Formatter", new Formatter());
        m.put("Locale.US", Locale.US);
        m.put("Locale th", Locale.forLanguageTag("th-TH-u-nu-thai"));
        m.put("Locale odd", new Locale("no", "NO", "NY"));
        m.put("Currency", Currency.getInstance("EUR"));
        m.put("Charset", StandardCharsets.ISO_8859_1);
        m.put("CharsetEncoder", StandardCharsets.UTF_8.newEncoder());
        m.put("Properties", new Properties());
        m.put("System properties", System.getProperties());
        m.put("System.out", System.out);
        m.put("System.in", System.in);
        m.put("PrintStream over bytes", new PrintStream(new ByteArrayOutputStream(), true));
        m.put("PrintStream over out", new PrintStream(new FileOutputStream(FileDescriptor.out)));
        m.put("Scanner over in", new Scanner(System.in));
        m.put("BufferedReader", new BufferedReader(new InputStreamReader(new ByteArrayInputStream(new byte[3]))));
        m.put("FileReader open", new FileReader("/etc/passwd"));
        FileReader closed = new FileReader("/etc/passwd");
        closed.read();
        closed.close();
        m.put("FileReader closed", closed);
        m.put("MyStream", new MyStream("/etc/passwd"));
        m.put("RandomAccessFile", new RandomAccessFile("/etc/passwd", "r"));
        m.put("File", new File("x"));
        m.put("Path", Path.of("x/y"));
        m.put("URI", URI.create("http://a/b"));
        m.put("URL", new URL("http://a/b"));
        m.put("URL file", new File("/tmp").toURI().toURL());
        m.put("InetAddress", InetAddress.getByAddress("a", new byte[] {1, 2, 3, 4}));
        m.put("ByteBuffer", ByteBuffer.allocate(3));
        m.put("ByteBuffer direct", ByteBuffer.allocateDirect(3));
        m.put("CRC32", new java.util.zip.CRC32());
        m.put("Inflater", new java.util.zip.Inflater());
        m.put("MessageDigest", java.security.MessageDigest.getInstance("SHA-256"));
        m.put("SecureRandom", new java.security.SecureRandom());
        m.put("Throwable", new IllegalStateException("x", new IOException("y")));
        m.put("WeakReference", new java.lang.ref.WeakReference<>("x"));
        m.put("ThreadLocal", ThreadLocal.withInitial(Object::new));
        m.put("Thread main", Thread.currentThread());
        m.put("Thread new", new MyThread());
        m.put("ThreadGroup main", Thread.currentThread().getThreadGroup());
        m.put("Executor unused", Executors.newFixedThreadPool(2));
        m.put("Executor timed", new ScheduledThreadPoolExecutor(1));
        m.put("ForkJoinPool", new ForkJoinPool(2));
        m.put("Logger", java.util.logging.Logger.getLogger("a.b"));
        m.put("Level", java.util.logging.Level.FINE);
        m.put("Method", String.class.getMethod("length"));
        m.put("Constructor", ArrayList.class.getConstructor(int.class));
        m.put("Field", KindsTable.class.getDeclaredFields().length == 0 ? null : KindsTable.class.getDeclaredFields()[0]);
        m.put("Package", KindsTable.class.getPackage());
        m.put("Module", String.class.getModule());
        m.put("ClassLoader", KindsTable.class.getClassLoader());
        m.put("URLClassLoader", new URLClassLoader(new URL[0]));
        m.put("MethodType", java.lang.invoke.MethodType.methodType(int.class, String.class));
        m.put("MethodHandle", java.lang.invoke.MethodHandles.identity(String.class));
        m.put("Function.identity", Function.identity());
        m.put("Collectors.toList", java.util.stream.Collectors.toList());
        m.put("Stream", List.of(1).stream());
        m.put("Timer", new Timer(true));
        m.put("Document", javax.xml.parsers.DocumentBuilderFactory.newInstance().newDocumentBuilder()
            .parse(new ByteArrayInputStream("<a x='1'><b/></a>".getBytes())));
        m.put("SAXParser", javax.xml.parsers.SAXParserFactory.newInstance().newSAXParser());
        m.put("Transformer", javax.xml.transform.TransformerFactory.newInstance().newTransformer());
        m.put("XPath", javax.xml.xpath.XPathFactory.newInstance().newXPath().compile("/a/b"));
        m.put("PropertyChangeSupport", new java.beans.PropertyChangeSupport("x"));
        m.put("ResourceBundle", new PropertyResourceBundle(new StringReader("a=b")));
        return m;
    }

    public static void main(String[] args) throws Exception {
        Opening.open();
        Anchors.begin();
        for (Map.Entry<String, Object> e : objects().entrySet()) {
            if (e.getValue() != null) {
                System.out.printf("%-26s %s%n", e.getKey(), new Walk().of(e.getValue()));
            }
        }
        System.exit(0);
    }

    /** Follows an object as the core does. */
    private static final class Walk {
        private final IdentityHashMap<Object, String> seen = new IdentityHashMap<>();
        private final ArrayDeque<Object> open = new ArrayDeque<>();
        private final TreeSet<String> notes = new TreeSet<>();
        private int plain;

        String of(Object root) throws Exception {
            push(root, "");
            while (!open.isEmpty()) {
                visit(open.poll());
            }
            return "plain " + plain + " " + notes;
        }

        private void push(Object o, String path) {
            if (o != null && !seen.containsKey(o)) {
                seen.put(o, path);
                open.add(o);
            }
        }

        private void visit(Object o) throws Exception {
            Class<?> type = o.getClass();
            if (o instanceof String || o instanceof Class || o instanceof Enum || o instanceof Boolean || o instanceof Number && type.getName().startsWith("java.lang.")) {
                return;
            }
            if (Access.isJdk(type)) {
                String anchor = Anchors.name(o);
                if (anchor != null) {
                    Object back = Anchors.resolve(anchor);
                    notes.add((back == o ? "" : "WRONG ") + "@" + anchor);
                    return;
                }
                String[] leaf = Leaves.take(o);
                if (leaf != null) {
                    Leaves.make(leaf);
                    notes.add(Arrays.toString(leaf));
                    return;
                }
            }
            if (type.isArray()) {
                plain++;
                for (int i = 0; o instanceof Object[] && i < ((Object[]) o).length; i++) {
                    push(((Object[]) o)[i], seen.get(o) + "[" + i + "]");
                }
                return;
            }
            Problem problem = Policy.refusal(type);
            if (problem != null && !Policy.excepts(o)) {
                notes.add("REFUSED " + seen.get(o) + " " + Policy.detailed(problem, o));
                return;
            }
            Leaves.prepare(o);
            plain++;
            for (Class<?> c = type; c != null; c = c.getSuperclass()) {
                for (java.lang.reflect.Field f : Access.fields(c)) {
                    if (!java.lang.reflect.Modifier.isStatic(f.getModifiers()) && !f.getType().isPrimitive() && !Policy.skipField(f)) {
                        push(Access.U.getReference(o, Access.U.objectFieldOffset(f)), seen.get(o) + "." + f.getName());
                    }
                }
            }
        }
    }
}
