package jcp.runtime.environment;

import java.util.Iterator;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.JdkClasses;
import jcp.runtime.jvm.JvmState;
import jcp.runtime.jvm.NameCounters;
import jcp.runtime.jvm.Row;
import jcp.runtime.program.Threads;

/**
 * Numbers that the JDK goes on counting: names of threads and pools, thread ids, the state of shared random-number
 * generators; names of components; single settings; that a warning which is printed once was. Those that name classes: {@link NameCounters}. A class that is not initialised has nothing to go on with.
 *
 * <p>Left out, as no run repeats them: secure random numbers.
 */
public final class Counters extends JvmState {

    /** Class, field (an int, a long, a short, a boolean, an atomic or a Random), and whether a higher fresh value is kept. */
    private static final Row[] STATICS = {
        new Row("java.lang.Thread", "threadInitNumber", ""), new Row("java.lang.Thread$ThreadNumbering", "next", ""),
        new Row("java.lang.Thread", "threadSeqNumber", ""),
        new Row("java.util.concurrent.Executors$DefaultThreadFactory", "poolNumber", ""), new Row("java.util.Timer", "nextSerialNumber", ""),
        new Row("java.util.concurrent.ForkJoinPool", "poolNumberSequence", ""), new Row("java.util.concurrent.ForkJoinPool", "poolIds", ""),
        new Row("java.util.concurrent.ScheduledThreadPoolExecutor", "sequencer", ""),
        new Row("java.util.logging.LogRecord", "globalSequenceNumber", ""), new Row("java.util.logging.LogRecord", "nextThreadId", ""),
        new Row("java.net.HttpURLConnection", "followRedirects", ""), new Row("java.net.URLConnection", "defaultUseCaches", ""),
        new Row("java.net.URLConnection", "defaultAllowUserInteraction", ""), new Row("sun.misc.Unsafe", "memoryAccessWarned", ""),
        new Row("java.lang.ScopedValue", "nextKey", ""),
        new Row("java.sql.DriverManager", "driversInitialized", ""), new Row("java.sql.DriverManager", "loginTimeout", ""),
        new Row("java.util.Random", "seedUniquifier", ""),
        new Row("java.lang.Math$RandomNumberGeneratorHolder", "randomNumberGenerator", ""),
        new Row("java.lang.StrictMath$RandomNumberGeneratorHolder", "randomNumberGenerator", ""),
        new Row("java.util.Collections", "r", ""),
        new Row("java.util.concurrent.ThreadLocalRandom", "seeder", ""), new Row("java.util.concurrent.ThreadLocalRandom", "probeGenerator", ""),
        new Row("java.util.SplittableRandom", "defaultGen", ""), new Row("jdk.internal.random.L128X1024MixRandom", "defaultGen", ""),
        new Row("jdk.internal.random.L128X128MixRandom", "defaultGen", ""), new Row("jdk.internal.random.L128X256MixRandom", "defaultGen", ""),
        new Row("jdk.internal.random.L32X64MixRandom", "defaultGen", ""), new Row("jdk.internal.random.L64X1024MixRandom", "defaultGen", ""),
        new Row("jdk.internal.random.L64X128MixRandom", "defaultGen", ""), new Row("jdk.internal.random.L64X128StarStarRandom", "defaultGen", ""),
        new Row("jdk.internal.random.L64X256MixRandom", "defaultGen", ""), new Row("jdk.internal.random.Xoroshiro128PlusPlus", "defaultGen", ""),
        new Row("jdk.internal.random.Xoshiro256PlusPlus", "DEFAULT_GEN", ""),
        new Row("jdk.internal.misc.InnocuousThread", "threadNumber", ""),
        new Row("jdk.internal.net.http.HttpClientImpl", "CLIENT_IDS", ""), new Row("jdk.internal.net.http.common.MinimalFuture", "TOKENS", ""),
        new Row("java.rmi.server.ObjID", "nextObjNum", ""), new Row("java.rmi.server.UID", "hostUnique", ""), new Row("java.rmi.server.UID", "hostUniqueSet", ""),
        new Row("java.rmi.server.UID", "lastTime", ""), new Row("java.rmi.server.UID", "lastCount", ""),
        new Row("java.awt.Button", "nameCounter", ""), new Row("java.awt.Canvas", "nameCounter", ""), new Row("java.awt.Checkbox", "nameCounter", ""),
        new Row("java.awt.CheckboxMenuItem", "nameCounter", ""), new Row("java.awt.Choice", "nameCounter", ""), new Row("java.awt.Dialog", "nameCounter", ""),
        new Row("java.awt.FileDialog", "nameCounter", ""), new Row("java.awt.Frame", "nameCounter", ""), new Row("java.awt.Label", "nameCounter", ""),
        new Row("java.awt.List", "nameCounter", ""), new Row("java.awt.Menu", "nameCounter", ""), new Row("java.awt.MenuBar", "nameCounter", ""),
        new Row("java.awt.MenuItem", "nameCounter", ""), new Row("java.awt.Panel", "nameCounter", ""), new Row("java.awt.PopupMenu", "nameCounter", ""),
        new Row("java.awt.ScrollPane", "nameCounter", ""), new Row("java.awt.Scrollbar", "nameCounter", ""), new Row("java.awt.TextArea", "nameCounter", ""),
        new Row("java.awt.TextField", "nameCounter", ""), new Row("java.awt.Window", "nameCounter", ""), new Row("java.awt.EventQueue", "threadInitNumber", ""),
        new Row("javax.swing.ImageIcon", "mediaTrackerID", ""), new Row("javax.swing.TimerQueue$DelayedTimer", "sequencer", ""),
    };

    private static final String PREFIX = "counter ";
    private static final String THREAD_ID = "thread id";

    /** The id that the program's next thread gets, where the JVM takes ids for its own threads too; 0 elsewhere. */
    private static long nextThreadId;

    private final boolean seeds;
    private long threadId;

    public Counters(boolean seeds) {
        this.seeds = seeds;
    }

    /**
     * The program goes on. A thread that the JVM started meanwhile, for a garbage collection, may have taken an id (JDK 19
     * and later).
     */
    public static void goOn() {
        if (nextThreadId != 0) {
            setThreadId(nextThreadId);
        }
    }

    private static void captureNumbers(Map<String, String[]> state) {
        for (Row row : STATICS) {
            String[] entry = row.words;
            Class<?> in = JdkClasses.initialized(entry[0]);
            if (in != null && Access.hasField(in, entry[1])) {
                Object value = read(Access.getField(null, in, entry[1]));
                if (value != null) {
                    state.put(PREFIX + entry[0] + " " + entry[1], new String[] {value.toString(), entry[2]});
                }
            }
        }
        if (Access.isInitialized(ThreadLocal.class)) {
            state.put("thread-local hash", new String[] {Integer.toString(threadLocalHash().get())});
        }
    }

    /** The id that the next thread gets, where the JVM takes ids for its own threads too; {@code id}: what it is. */
    static void captureThreadId(long id, Map<String, String[]> state) {
        if (threadIdAddress() != 0) {
            state.put(THREAD_ID, new String[] {Long.toString(id)});
        }
    }

    /** The next thread gets this id again, whatever the JVM's own threads took since; a thread of the program keeps its own. */
    static void restoreThreadId(long id) {
        if (threadIdAddress() == 0) {
            return;
        }
        for (Thread thread : Threads.foreign(Thread.currentThread())) {
            if (thread.getId() >= id) {
                return;
            }
        }
        setThreadId(id);
    }

    /** The id that the next thread gets. */
    public static long threadId() {
        long address = threadIdAddress();
        return address != 0 ? Access.U.getLong(address) : (Long) Access.getField(null, Thread.class, "threadSeqNumber");
    }

    public static void setThreadId(long id) {
        long address = threadIdAddress();
        if (address != 0) {
            Access.U.putLong(address, id);
        } else {
            Access.setField(null, Thread.class, "threadSeqNumber", id);
        }
    }

    /** A number as itself, a generator as its seed. */
    private static Object read(Object value) {
        return value instanceof Random ? seed(value).get() : value;
    }

    private static AtomicLong seed(Object random) {
        return (AtomicLong) Access.getField(random, Random.class, "seed");
    }

    /**
     * Lets generators start anew. The order of {@code Set.of} stays the checkpoint's, since iterators may be under way; and so
     * does what the program itself holds.
     */
    static void leaveOutSeeds(Map<String, String[]> state) {
        for (Iterator<String> keys = state.keySet().iterator(); keys.hasNext(); ) { // a lambda would have to be linked
            if (isSeed(keys.next())) {
                keys.remove();
            }
        }
    }

    private static boolean isSeed(String key) {
        return key.startsWith(PREFIX) && (key.contains("Random") || key.contains("jdk.internal.random")) || key.equals(PREFIX + "java.util.Collections r");
    }

    static void restore(String key, String[] value) {
        if (key.startsWith(PREFIX)) {
            String[] parts = key.split(" ");
            write(parts[1], parts[2], Long.valueOf(number(value[0])), value[1].equals("max"));
        } else if (key.equals("thread-local hash")) {
            AtomicInteger hash = threadLocalHash();
            int captured = Integer.parseInt(value[0]);
            hash.set(steps(captured) > steps(hash.get()) ? captured : hash.get());
        } else if (key.equals(THREAD_ID)) {
            nextThreadId = Long.parseLong(value[0]);
            Access.U.putLong(threadIdAddress(), nextThreadId);
        }
    }

    private static long number(String text) {
        return text.equals("true") ? 1 : text.equals("false") ? 0 : Long.parseLong(text);
    }

    /** {@code max}: whether a higher value is kept. */
    static void write(String type, String field, long value, boolean max) {
        Class<?> in = JdkClasses.load(type, true);
        if (in == null) {
            throw new IllegalStateException("this JVM has no class " + type);
        }
        Object old = Access.getField(null, in, field);
        if (old == null || old instanceof Random) {
            Random random = old == null ? new Random(0) : (Random) old;
            seed(random).set(value);
            Access.setField(null, in, field, random);
        } else if (old instanceof AtomicInteger) {
            AtomicInteger counter = (AtomicInteger) old;
            counter.set((int) (max ? Math.max(value, counter.get()) : value));
        } else if (old instanceof AtomicLong) {
            AtomicLong counter = (AtomicLong) old;
            counter.set(max ? Math.max(value, counter.get()) : value);
        } else {
            Object boxed = old instanceof Boolean ? (Object) (value != 0) : old instanceof Integer ? (Object) (int) value
                : old instanceof Short ? (Object) (short) value : (Object) value;
            Access.setField(null, in, field, boxed);
        }
    }

    private static AtomicInteger threadLocalHash() {
        Access.U.ensureClassInitialized(ThreadLocal.class);
        return (AtomicInteger) Access.getField(null, ThreadLocal.class, "nextHashCode");
    }

    /** How many hash codes were given: the counter grows by a fixed odd step modulo 2^32, so the step has an inverse. */
    private static long steps(int hash) {
        int step = (Integer) Access.getField(null, ThreadLocal.class, "HASH_INCREMENT");
        int inverse = step; // Newton's iteration doubles the right bits: 3, 6, 12, 24, 48
        for (int i = 0; i < 5; i++) {
            inverse *= 2 - step * inverse;
        }
        return Integer.toUnsignedLong(hash * inverse);
    }

    /** Where JDK 19 and later keep the next thread id, in the JVM's own memory; 0 before. */
    private static long threadIdAddress() {
        Class<?> in = JdkClasses.initialized("java.lang.Thread$ThreadIdentifiers");
        return in == null || !Access.hasField(in, "NEXT_TID_OFFSET") ? 0 : (Long) Access.getField(null, in, "NEXT_TID_OFFSET");
    }

    /** Restores the numbers. */
    public static final class Numbers extends JvmState {
        @Override
        public void restore(Map<String, String[]> state) {
            for (Map.Entry<String, String[]> e : state.entrySet()) {
                Counters.restore(e.getKey(), e.getValue());
            }
        }
    }

    @Override
    public void begin() {
        threadId = threadId();
    }

    @Override
    public void capture(Map<String, String[]> state) {
        captureNumbers(state);
        captureThreadId(threadId, state);
    }

    @Override
    public void putBack() {
        restoreThreadId(threadId);
    }

    @Override
    public void restoreEarly(Map<String, String[]> state) {
        if (!seeds) {
            leaveOutSeeds(state);
        }
    }
}
