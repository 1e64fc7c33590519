import java.util.function.Function;
import java.util.function.Supplier;

/** Small methods whose three-address views `analysis_ir.rs` holds. */
public class View {
    enum Color { RED, GREEN }

    record Pair(Object first, int second, String third) { }

    static Object shared;
    Object own;
    long wide;

    View(Object own) {
        this.own = own;
    }

    static void call() { }

    static Object make() {
        return new Object();
    }

    static void use(Object object) { }

    static Object pair(Object first, Object second) {
        return first;
    }

    Object name() {
        return own;
    }

    static Object loop(Object a, Object b, int n) {
        Object x = a;
        while (n-- > 0) {
            x = pair(x, b);
        }
        return x;
    }

    static void forever() {
        for (;;) {
            call();
        }
    }

    static Object tried(Object a, Object b) {
        Object x = a;
        try {
            x = b;
            call();
            x = make();
            call();
        } catch (IllegalStateException e) {
            use(x);
            x = e;
        } finally {
            use(x);
        }
        return x;
    }

    static void nested() {
        try {
            try {
                call();
            } catch (IllegalStateException e) {
                use(e);
            }
        } catch (RuntimeException | Error e) {
            throw e;
        }
    }

    static Object text(String s) {
        switch (s) {
            case "a":
                return "A";
            case "b":
                return s;
            default:
                return null;
        }
    }

    static Object ternaries(boolean c, Object a, Object b) {
        return pair(c ? a : b, c ? make() : null);
    }

    static Object arrays(Object v) {
        Object[][] x = new Object[2][3];
        x[0][1] = v;
        long[] n = new long[1];
        n[0]++;
        Object[][][] open = new Object[1][][];
        return open[0][0];
    }

    static Supplier<Object> lambda(Object a, long n, Object b) {
        return () -> pair(a, n > 0 ? b : null);
    }

    static void references(View v) {
        Function<View, Object> unbound = View::name;
        Supplier<Object> bound = v::name;
        Function<Object, View> constructor = View::new;
        Supplier<Object> fixed = View::make;
        constructor.apply(unbound.apply(v));
        pair(bound.get(), fixed.get());
    }

    static String concatenation(Object a, String b, int n) {
        return a + b + n;
    }

    static Object ofEnum(Color c, Object a) {
        switch (c) {
            case RED:
                return a;
            default:
                return c;
        }
    }

    static View constructed(boolean c, Object a) {
        return new View(c ? a : "none");
    }

    static void dead(Object a, Object b, int n) {
        Object x;
        if (n > 0) {
            x = a;
        } else {
            x = b;
        }
        try {
            call();
        } catch (RuntimeException e) {
            call();
        }
    }

    static Object maybe(Object a, int n) {
        Object x = null;
        if (n > 0) {
            x = a;
        }
        return x;
    }

    static Object copies(View v, Object a) {
        v.wide += 2;
        return v.own = shared = a;
    }

    static void locked(Object a) {
        synchronized (a) {
            call();
        }
    }

    static String cast(Object a) {
        Object none = null;
        return a instanceof String ? (String) a : (String) none;
    }

    static Class<?> constants() {
        use("text");
        return int[].class;
    }
}
