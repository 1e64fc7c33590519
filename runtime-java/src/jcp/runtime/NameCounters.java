package jcp.runtime;

import java.util.Map;

/**
 * Counters of the JDK by which it names classes, and which the runtime's own work may advance: of lambdas and of classes that
 * reflection calls by (JDK 17), of proxies and their modules, of proxies of method handles (JDK 25). A snapshot puts them back. The
 * replay sets the one of lambdas for each that it makes again, so that the class gets the number it had, and all of them when
 * the program goes on.
 *
 * <p>Invariant: asking initialises no class. All start with 0. Left out: other threads of the program that make classes meanwhile.
 */
final class NameCounters {
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
    static final int LAMBDAS = 0;
    static final int PROXIES = 1;
    static final int METHODS = 4;
    static final int CONSTRUCTORS = 5;
    static final int SERIAL_CONSTRUCTORS = 6;

    /** In a replay, until the program goes on: what the counters are to be. */
    private static long[] captured;

    private NameCounters() {}

    /** What they are; 0 where the JDK has no such counter or has not counted. */
    static long[] now() {
        long[] now = new long[FIELDS.length];
        for (int i = 0; i < now.length; i++) {
            now[i] = get(i);
        }
        return now;
    }

    /** Sets those whose classes are initialised: the others are 0. */
    static void give(long[] then) {
        for (int i = 0; i < then.length; i++) {
            set(i, then[i]);
        }
    }

    static long get(int which) {
        Class<?> in = counting(which);
        return in == null ? 0 : ((Number) Access.getField(null, in, FIELDS[which].words[1])).longValue();
    }

    static void set(int which, long value) {
        if (counting(which) != null) {
            Counters.write(FIELDS[which].words[0], FIELDS[which].words[1], value, false);
        }
    }

    /** The same, where the class is to count next. */
    static void begin(int which, long value) {
        Class<?> in = Counters.load(FIELDS[which].words[0], true);
        if (in != null && Access.hasField(in, FIELDS[which].words[1])) {
            set(which, value);
        }
    }

    private static Class<?> counting(int which) {
        Class<?> in = Counters.initialized(FIELDS[which].words[0]);
        return in != null && Access.hasField(in, FIELDS[which].words[1]) ? in : null;
    }

    static void take(long[] then, Map<String, String[]> state) {
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
    static void goOn() {
        give(captured);
        captured = null;
    }
}
