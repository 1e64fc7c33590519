package jcp.runtime.jvm;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counters of the JDK by which it names classes, and which the runtime's own work may advance: of lambdas and of classes that
 * reflection calls by (JDK 17), of proxies and their modules, of proxies of method handles (JDK 25). A snapshot puts them back. The
 * replay sets the one of lambdas for each that it makes again, so that the class gets the number it had, and all of them when
 * the program goes on.
 *
 * <p>Invariant: asking initialises no class. All start with 0. Left out: other threads of the program that make classes meanwhile.
 */
public final class NameCounters extends JvmState {
    private static final String KEY = "name counters";
    private static final Row[] FIELDS = {
        new Row("java.lang.invoke.InnerClassLambdaMetafactory", "counter"),
        new Row("java.lang.reflect.Proxy$ProxyBuilder", "nextUniqueNumber"),
        new Row("java.lang.reflect.Proxy$ProxyBuilder", "counter"),
        new Row("java.lang.invoke.MethodHandleProxies", "counter"),
        new Row("jdk.internal.reflect.MethodAccessorGenerator", "methodSymnum"),
        new Row("jdk.internal.reflect.MethodAccessorGenerator", "constructorSymnum"),
        new Row("jdk.internal.reflect.MethodAccessorGenerator", "serializationConstructorSymnum"),
    };
    /** Places in FIELDS. */
    public static final int LAMBDAS = 0;
    public static final int PROXIES = 1;
    public static final int METHODS = 4;
    public static final int CONSTRUCTORS = 5;
    static final int SERIAL_CONSTRUCTORS = 6;

    /** In a replay, until the program goes on: what the counters are to be. */
    private static long[] captured;

    private long[] noted;

    /** What they are; 0 where the JDK has no such counter or has not counted. */
    public static long[] now() {
        long[] now = new long[FIELDS.length];
        for (int i = 0; i < now.length; i++) {
            now[i] = get(i);
        }
        return now;
    }

    /** Sets those whose classes are initialised: the others are 0. */
    public static void setAll(long[] then) {
        for (int i = 0; i < then.length; i++) {
            set(i, then[i]);
        }
    }

    public static long get(int which) {
        Class<?> in = counting(which);
        return in == null ? 0 : ((Number) Access.getField(null, in, FIELDS[which].words[1])).longValue();
    }

    public static void set(int which, long value) {
        Class<?> in = counting(which);
        Object counter = in == null ? null : Access.getField(null, in, FIELDS[which].words[1]);
        if (counter instanceof AtomicInteger) {
            ((AtomicInteger) counter).set((int) value);
        } else if (counter instanceof AtomicLong) {
            ((AtomicLong) counter).set(value);
        } else if (counter != null) {
            Access.setField(null, in, FIELDS[which].words[1], counter instanceof Integer ? (Object) (int) value : (Object) value);
        }
    }

    /** The same, where the class is to count next. */
    public static void begin(int which, long value) {
        Class<?> in = JdkClasses.load(FIELDS[which].words[0], true);
        if (in != null && Access.hasField(in, FIELDS[which].words[1])) {
            set(which, value);
        }
    }

    private static Class<?> counting(int which) {
        Class<?> in = JdkClasses.initialized(FIELDS[which].words[0]);
        return in != null && Access.hasField(in, FIELDS[which].words[1]) ? in : null;
    }

    static void capture(long[] then, Map<String, String[]> state) {
        String[] texts = new String[then.length];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = Long.toString(then[i]);
        }
        state.put(KEY, texts);
    }

    static void remember(Map<String, String[]> state) {
        String[] texts = state.remove(KEY);
        captured = new long[texts == null ? 0 : texts.length];
        for (int i = 0; i < captured.length; i++) {
            captured[i] = Long.parseLong(texts[i]);
        }
    }

    /** The program goes on. */
    public static void goOn() {
        setAll(captured);
        captured = null;
    }

    @Override
    public void begin() {
        noted = now();
    }

    @Override
    public void capture(Map<String, String[]> state) {
        NameCounters.capture(noted, state);
    }

    @Override
    public void putBack() {
        NameCounters.setAll(noted);
    }

    @Override
    public void restore(Map<String, String[]> state) {
        remember(state);
    }
}
