import java.io.*;
import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.nio.file.*;
import java.time.DayOfWeek;
import java.time.temporal.WeekFields;
import java.util.*;
import java.util.zip.*;

/** Uses a part of the JDK, starts a thread, prints the hash that it gives its first object; and so on. */
public class FirstUses {
    interface Part { void use() throws Exception; }

    static String used = "";

    static void stage(int number, Part part) throws Exception {
        used = "";
        try {
            part.use();
        } catch (Exception e) {
            used += e.getClass().getSimpleName();
        }
        Thread thread = new Thread(() -> System.out.println(number + " " + new Object().hashCode()));
        thread.start();
        thread.join();
        System.out.println(used);
    }

    @Deprecated static class Annotated<T extends Number> implements Serializable {
        List<T> list = new ArrayList<>();
        T first() throws IOException { return list.get(0); }
    }

    public static void main(String[] args) throws Exception {
        System.out.println("before");
        after();
    }

    static void after() throws Exception {
        stage(0, () -> { }); // here
        stage(1, () -> Integer.parseInt("x"));
        stage(2, () -> { throw new FileNotFoundException("y"); });
        stage(3, () -> List.of().iterator().next());
        stage(4, () -> new Annotated<Integer>().list.get(3));
        stage(5, () -> { throw new IllegalStateException(); });
        stage(6, () -> Thread.sleep(-1));
        stage(7, () -> { try (RandomAccessFile f = new RandomAccessFile("locked", "rw"); FileChannel c = f.getChannel()) { c.write(ByteBuffer.wrap(new byte[3])); try (FileLock lock = c.lock()) { used += lock.isShared(); } used += c.size(); } });
        stage(8, () -> used += Currency.getInstance("EUR").getDefaultFractionDigits());
        stage(9, () -> used += WeekFields.of(DayOfWeek.MONDAY, 4));
        stage(12, () -> { Deflater d = new Deflater(); d.setInput(new byte[100]); d.finish(); used += d.deflate(new byte[100]); d.end(); });
        stage(14, () -> used += Annotated.class.isAnnotationPresent(Deprecated.class) + " " + Annotated.class.getDeclaredMethod("first").toGenericString());
        stage(15, () -> used += Arrays.toString(Annotated.class.getTypeParameters()) + Annotated.class.getDeclaredField("list").getGenericType());
        stage(17, () -> new URI("::"));
        stage(18, () -> used += new String(new byte[] {65}, "nonesuch"));
        stage(19, () -> used += ((Runnable) java.lang.reflect.Proxy.newProxyInstance(FirstUses.class.getClassLoader(), new Class<?>[] {Runnable.class}, (p, m, a) -> null)).getClass().isInterface());
        stage(20, () -> used += new BitSet(3).nextSetBit(0));
        stage(21, () -> used += java.security.Security.getProvider("SUN").getService("MessageDigest", "MD5").getAlgorithm());
        stage(22, () -> used += FileSystems.getDefault().getPathMatcher("glob:*.c").matches(Path.of("a.c")));
        stage(23, () -> used += Locale.filterTags(Locale.LanguageRange.parse("de"), List.of("de-DE", "fr")));
        stage(24, () -> ResourceBundle.getBundle("nonesuch"));
        stage(25, () -> used += new CRC32().getValue());
        stage(26, () -> Class.forName("nonesuch"));
        stage(27, () -> { try (Stream s = new Stream()) { s.read(); } });
        stage(28, () -> used += ServiceLoader.load(Runnable.class).iterator().hasNext());
        stage(29, () -> FirstUses.class.getDeclaredConstructor().newInstance().toString().length());
    }

    static class Stream extends InputStream {
        @Override public int read() { throw new UncheckedIOException(new IOException()); }
    }
}
