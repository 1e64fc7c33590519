import java.io.PrintStream;
import java.util.*;

/** Notes for each read of a field or element which instruction wrote last what is read there. Instructions have numbers. */
public class Recorder {
    static final Object STATICS = new Object();
    static final Map<Object, Map<String, Integer>> writers = new IdentityHashMap<>();
    static final Set<Long> pairs = new TreeSet<>();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(Recorder::print));
    }

    public static synchronized void write(Object object, String place, int writer) {
        Object key = object == null ? STATICS : object;
        writers.computeIfAbsent(key, it -> new HashMap<>()).put(place, writer);
    }

    public static synchronized void read(Object object, String place, int reader) {
        Map<String, Integer> known = writers.get(object == null ? STATICS : object);
        Integer writer = known == null ? null : known.get(place);
        if (writer != null) pairs.add((long) reader << 32 | writer);
    }

    public static void writeElement(Object array, int index, int writer) {
        write(array, "[" + index, writer);
    }

    public static void readElement(Object array, int index, int reader) {
        read(array, "[" + index, reader);
    }

    static synchronized void print() {
        try (PrintStream out = new PrintStream(System.getProperty("recorded"))) {
            for (long pair : pairs) out.println((pair >> 32) + " " + (int) pair);
        } catch (Exception e) {
            throw new RuntimeException(e);
        }
    }
}
