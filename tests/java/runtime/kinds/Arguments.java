import java.io.*;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.math.*;
import java.net.*;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.*;
import java.nio.file.Path;
import java.text.*;
import java.time.*;
import java.time.temporal.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.zip.GZIPOutputStream;

/** Arguments for constructors and methods, by the parameter's type; each of several attempts tries other values. */
final class Arguments {
    /** How many attempts differ. */
    static final int ATTEMPTS = 19;

    private static final String[] TEXTS = {
        "text", "12", "2024-02-29", "12:30", "2024-02-29T12:30:00", "2024-02-29T12:30:00Z", "2024-02-29T12:30:00+01:00", "P1D", "PT1H", "UTC", "UTF-8",
        "http://127.0.0.1/a?b=c#d", "2024-02", "--02-29", "EUR", "rw", "read", "input.zip",
        "Xoshiro256PlusPlus"
    };
    private static final int[] NUMBERS = {3, 1, 12, 0, 16, 2024, 8, 2, 5, 7, 9, 10, 60, 127, 4, 6, 11, 13, 14};

    private final int attempt;
    private final Making making;
    private int offsets;

    Arguments(int attempt, Making making) {
        this.attempt = attempt;
        this.making = making;
    }

    /** Answers every call of an interface of the program's own kind. */
    static final class Answering implements InvocationHandler {
        private final String name;

        Answering(Class<?> type) {
            name = type.getSimpleName();
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] args) {
            switch (method.getName()) {
                case "toString": if (args == null) return "a " + name; break;
                case "hashCode": if (args == null) return name.length(); break;
                case "equals": if (proxy == args[0]) return true; break;
                case "compare": return String.valueOf(args[0]).compareTo(String.valueOf(args[1]));
                case "read": return -1;
                default: break;
            }
            Class<?> result = method.getReturnType();
            if (result.isPrimitive()) {
                return result == void.class ? null : Array.get(Array.newInstance(result, 1), 0);
            }
            return args != null && result.isInstance(args[0]) ? args[0] : result.isInstance("given") ? "given" : null;
        }
    }

    /** An element of a delay queue. */
    static final class Late implements Delayed {
        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(1, TimeUnit.DAYS);
        }

        @Override
        public int compareTo(Delayed other) {
            return 0;
        }

        @Override
        public int hashCode() {
            return 4;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Late;
        }

        @Override
        public String toString() {
            return "late";
        }
    }

    /** Fields for updaters. */
    static final class Fields {
        volatile int number = 1;
        volatile long large = 2;
        volatile String text = "3";
    }

    Object[] of(Class<?>[] types, Class<?> owner) throws Exception {
        Object[] values = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            values[i] = of(types[i], owner);
        }
        return values;
    }

    private Object of(Class<?> type, Class<?> owner) throws Exception {
        if (type.isPrimitive()) {
            return primitive(type);
        }
        if (owner.getName().endsWith("FieldUpdater") && (type == Class.class || type == String.class)) {
            return updated(type, owner);
        }
        if (type == String.class) {
            return attempt > 0 ? TEXTS[attempt] : file(owner) ? "input.txt" : owner.getName().startsWith("java.net.Inet") ? "127.0.0.1" : TEXTS[0];
        }
        if (type.isEnum()) {
            return type.getEnumConstants()[attempt % type.getEnumConstants().length];
        }
        if (type.isArray()) {
            return array(type.getComponentType(), owner);
        }
        Object value = table(type);
        if (value == null && type.isInterface()) {
            value = Proxy.newProxyInstance(Arguments.class.getClassLoader(), new Class<?>[] {type}, new Answering(type));
        }
        return value != null ? value : making.some(type);
    }

    /** What updaters of fields take: a class, the type of a field, and its name. */
    private Object updated(Class<?> type, Class<?> owner) {
        boolean text = owner.getSimpleName().startsWith("AtomicReference");
        if (type == Class.class) {
            return text && offsets++ > 0 ? String.class : Fields.class;
        }
        return text ? "text" : owner.getSimpleName().startsWith("AtomicLong") ? "large" : "number";
    }

    private static boolean file(Class<?> owner) {
        return owner.getPackageName().equals("java.io") || owner == Formatter.class;
    }

    private Object primitive(Class<?> type) {
        int number = NUMBERS[attempt];
        if (type == boolean.class) {
            return attempt % 2 == 0;
        }
        return type == int.class ? (Object) number : type == long.class ? (Object) (long) number : type == char.class ? (Object) (char) ('a' + number)
            : type == byte.class ? (Object) (byte) number : type == short.class ? (Object) (short) number
            : type == float.class ? (Object) (number + 0.5f) : (Object) (number + 0.25);
    }

    private Object array(Class<?> element, Class<?> owner) throws Exception {
        int length = element == byte.class && attempt == 1 ? 16 : 3;
        Object array = Array.newInstance(element, length);
        for (int i = 0; i < length; i++) {
            Object value = element == String.class ? String.valueOf((char) ('a' + i)) : element == Object.class ? "element " + i : of(element, owner);
            if (element == int.class || element == long.class || element == byte.class || element == char.class) {
                Array.set(array, i, element == char.class ? (Object) (char) ('a' + i) : element == byte.class ? (Object) (byte) ('a' + i) : element == int.class ? (Object) (i + 1) : (Object) (i + 1L));
            } else {
                Array.set(array, i, value);
            }
        }
        return array;
    }

    private Object table(Class<?> type) throws Exception {
        if (type == Object.class || type == CharSequence.class || type == Comparable.class) {
            return "object";
        }
        if (type.isAssignableFrom(ArrayList.class) && type != Cloneable.class && type != Serializable.class) {
            return new ArrayList<>(List.of("b", "a", "c"));
        }
        if (type.isAssignableFrom(TreeMap.class)) {
            return new TreeMap<>(Map.of("k", "v", "l", "w"));
        }
        if (type.isAssignableFrom(TreeSet.class)) {
            return new TreeSet<>(Set.of("x", "y"));
        }
        if (type == Class.class) {
            return attempt == 0 ? String.class : attempt == 1 ? TimeUnit.class : Object.class;
        }
        if (type == InputStream.class) {
            return new ByteArrayInputStream(bytes());
        }
        if (type == OutputStream.class) {
            return new ByteArrayOutputStream();
        }
        if (type == Reader.class || type == Readable.class) {
            return new StringReader("read one\nread two\n4\n");
        }
        if (type == Writer.class) {
            return new StringWriter();
        }
        if (type == File.class) {
            return new File(attempt == 1 ? "input.zip" : "input.txt");
        }
        if (type == FileDescriptor.class) {
            return new FileDescriptor();
        }
        if (type == BlockingQueue.class) {
            return new LinkedBlockingQueue<>();
        }
        if (type == Charset.class) {
            return StandardCharsets.UTF_8;
        }
        return more(type);
    }

    /** Text, an object stream, or what is compressed. */
    private byte[] bytes() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] text = "line one\nline two\n3\n".getBytes(StandardCharsets.UTF_8);
        OutputStream out = attempt == 1 ? new ObjectOutputStream(bytes) : attempt == 2 ? new GZIPOutputStream(bytes) : bytes;
        out.write(text);
        out.close();
        return bytes.toByteArray();
    }

    private Object more(Class<?> type) throws Exception {
        if (type == Locale.class) {
            return Locale.US;
        }
        if (type == ZoneId.class) {
            return ZoneId.of("Europe/Berlin");
        }
        if (type == TimeZone.class) {
            return TimeZone.getTimeZone("Europe/Berlin");
        }
        if (type == ZoneOffset.class) {
            return ZoneOffset.ofHours(2 + offsets++ % 2);
        }
        if (type == TemporalAccessor.class || type == Temporal.class) {
            return ZonedDateTime.of(2024, 2, 29, 12, 30, 0, 0, ZoneId.of("Europe/Berlin"));
        }
        if (type == TemporalUnit.class) {
            return ChronoUnit.DAYS;
        }
        if (type == TemporalField.class) {
            return ChronoField.DAY_OF_MONTH;
        }
        if (type == TemporalAmount.class) {
            return Period.ofDays(3);
        }
        if (type == Path.class) {
            return Path.of("folder", "file.txt");
        }
        if (type == CharacterIterator.class) {
            return new StringCharacterIterator("iterated");
        }
        if (type == Clock.class) {
            return Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
        }
        if (type == InetAddress.class) {
            return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        }
        if (type == Thread.class) {
            return Thread.currentThread();
        }
        if (type == ClassLoader.class) {
            return Arguments.class.getClassLoader();
        }
        if (type == Throwable.class || type == Exception.class) {
            return new IllegalStateException("a cause");
        }
        if (type == ByteBuffer.class) {
            return ByteBuffer.wrap("buffered bytes".getBytes(StandardCharsets.UTF_8));
        }
        return type == CharBuffer.class ? CharBuffer.wrap("buffered text".toCharArray()) : type == StringBuffer.class ? new StringBuffer("sb")
            : type == StringBuilder.class ? new StringBuilder("sb") : type == Number.class || type == Integer.class ? (Object) 7
            : type == Random.class ? new Random(7) : null;
    }
}
