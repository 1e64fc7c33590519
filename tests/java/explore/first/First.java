import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Two threads use a class: what it holds may depend on who is the first one. Fails if the outcome is none of the arguments behind the program's name. */
public class First {
    static volatile int setting = 1;
    static volatile int flag;
    static final AtomicInteger ids = new AtomicInteger();
    static final ThreadLocal<String> own = new ThreadLocal<>();
    static int read;
    static String outcome;

    interface Body {
        void run() throws Exception;
    }

    static class Config {
        static final int LIMIT = setting * 10;
    }

    static class One {
        static final int ID = ids.incrementAndGet();
    }

    static class Two {
        static final int ID = ids.incrementAndGet();
    }

    static class A {
        static int value;

        static {
            value = B.value + 1;
        }

        static void use() {}
    }

    static class B {
        static int value;

        static {
            value = A.value + 1;
        }

        static void use() {}
    }

    /** Uses the class below it. */
    static class Above {
        static int seen;

        static {
            seen = Below.value;
        }

        static void use() {}
    }

    static class Below extends Above {
        static int value = 3;

        static void useBelow() {}
    }

    static class Limits {
        static final int LIMIT = setting * 10;

        static int limit() {
            return LIMIT;
        }
    }

    static class Made {
        static final int LIMIT = setting * 10;
        final int limit = LIMIT;
    }

    static class ByThread {
        static final String NAME = Thread.currentThread().getName();
    }

    static class ByOwn {
        static final String VALUE = "" + own.get();
    }

    static class Super {
        static final int LIMIT = setting * 10;
    }

    static class Sub extends Super {}

    interface WithBody {
        int LIMIT = setting * 10;

        default void run() {}
    }

    static class HasBody implements WithBody {}

    interface WithoutBody {
        int LIMIT = setting * 10;
    }

    static class HasNone implements WithoutBody {}

    static class Inner {
        static final int LIMIT = setting * 10;
    }

    static class Outer {
        static final int LIMIT = Inner.LIMIT + 1;
    }

    static class Constants {
        static final int SIZE = 7;
        static final int LIMIT = setting * 10;
    }

    /** Nobody sees its initialiser. */
    static class Unseen {
        static final Pattern PATTERN = Pattern.compile("a+");
        static final List<String> LIST = List.of("a", "b", "c");
        static final Map<String, Object> MAP = new HashMap<>();

        static {
            for (String each : LIST) {
                MAP.put(each, new Object());
            }
        }
    }

    static class Joins {
        static int value;

        static {
            Thread other = new Thread(() -> value = 3);
            other.start();
            try {
                other.join();
            } catch (InterruptedException error) {
                throw new IllegalStateException(error);
            }
        }
    }

    static class Waits {
        static final Object LOCK = new Object();

        static {
            synchronized (LOCK) {
                try {
                    LOCK.wait();
                } catch (InterruptedException error) {
                    throw new IllegalStateException(error);
                }
            }
        }

        static void use() {}
    }

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "value" -> setting(() -> check(Config.LIMIT > 0), () -> Config.LIMIT);
            case "ids" -> ids();
            case "eachOther" -> eachOther();
            case "below" -> below();
            case "before" -> before();
            case "method" -> method(Limits::limit);
            case "constructor" -> constructor(Made::new);
            case "thread" -> both(() -> check(ByThread.NAME != null), () -> outcome = ByThread.NAME);
            case "own" -> own();
            case "superclass" -> setting(() -> check(new Sub() != null), () -> Super.LIMIT);
            case "interface" -> setting(() -> check(new HasBody() != null), () -> WithBody.LIMIT);
            case "bare" -> setting(() -> check(new HasNone() != null), () -> WithoutBody.LIMIT);
            case "reflected" -> setting(() -> Limits.class.getDeclaredMethod("limit").invoke(null), () -> Limits.LIMIT);
            case "field" -> setting(() -> Config.class.getDeclaredField("LIMIT").getInt(null), () -> Config.LIMIT);
            case "nested" -> setting(() -> check(Inner.LIMIT < Outer.LIMIT), () -> Outer.LIMIT);
            case "constant" -> setting(() -> check(Constants.SIZE == 7), () -> Constants.LIMIT);
            case "unseen" -> both(() -> check(Unseen.PATTERN != null && Unseen.MAP.size() == 3), () -> outcome = "" + Unseen.MAP.size());
            case "between" -> between();
            case "joins" -> check(Joins.value == 3);
            case "waits" -> Waits.use();
            default -> throw new IllegalArgumentException(args[0]);
        }
        check(List.of(args).lastIndexOf(outcome) > 0);
    }

    private static void setting(Body body, IntSupplier limit) throws Exception {
        both(body, () -> {
            setting = 2;
            outcome = "" + limit.getAsInt();
        });
    }

    private static void ids() throws Exception {
        Thread one = start(() -> check(One.ID > 0));
        Thread two = start(() -> check(Two.ID > 0));
        check(One.ID > 0);
        one.join();
        two.join();
        outcome = One.ID + "" + Two.ID;
    }

    private static void eachOther() throws Exception {
        both(A::use, B::use);
        outcome = A.value + "" + B.value;
    }

    private static void below() throws Exception {
        both(Above::use, Below::useBelow);
        outcome = "" + Above.seen;
    }

    private static void before() throws Exception {
        check(Config.LIMIT == 10);
        setting(() -> check(Config.LIMIT == 10), () -> Config.LIMIT);
    }

    private static void method(IntSupplier limit) throws Exception {
        setting(limit::getAsInt, limit);
    }

    private static void constructor(Supplier<Made> made) throws Exception {
        setting(made::get, () -> made.get().limit);
    }

    private static void own() throws Exception {
        own.set("main's");
        both(() -> check(ByOwn.VALUE != null), () -> outcome = ByOwn.VALUE);
    }

    /** The other thread may be held up between its write and its use. */
    private static void between() throws Exception {
        both(() -> {
            flag = 1;
            check(ByThread.NAME != null);
        }, () -> {
            read = flag;
            outcome = read + ByThread.NAME;
        });
    }

    private static void both(Body other, Body main) throws Exception {
        Thread thread = start(other);
        main.run();
        thread.join();
    }

    private static Thread start(Body body) {
        Thread thread = new Thread(() -> {
            try {
                body.run();
            } catch (Exception error) {
                throw new IllegalStateException(error);
            }
        }, "other");
        thread.start();
        return thread;
    }

    private static void check(boolean holds) {
        if (!holds) {
            throw new AssertionError(outcome);
        }
    }
}
