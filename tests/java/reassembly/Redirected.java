import java.lang.invoke.CallSite;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.function.Function;
import java.util.function.Supplier;

/** Makes lambdas of both factories, a string concatenation and a record's methods, and prints who made the lambdas: which call site. */
public final class Redirected {
    interface Marked extends java.io.Serializable, Supplier<String> {}

    record Pair(int left, String right) {}

    public static void main(String[] args) {
        int local = args == null ? 3 : args.length;
        Function<Integer, String> one = number -> "number " + (number + local);
        Marked two = () -> "marked " + local;
        System.out.println(one.apply(4) + ", " + two.get() + ", " + new Pair(1, "x"));
        Supplier<Object> three = Object::new;
        Supplier<Object> four = Object::new;
        System.out.println(three == four);
        System.out.println(Made.by);
    }

    /** What the lambdas are to be made by. */
    public static final class Made {
        static String by = "";

        public static CallSite metafactory(
                MethodHandles.Lookup lookup, String name, MethodType type, MethodType method, MethodHandle body, MethodType used)
                throws Exception {
            by += "metafactory " + number(name) + " ";
            return LambdaMetafactory.metafactory(lookup, plain(name), type, method, body, used);
        }

        public static CallSite altMetafactory(MethodHandles.Lookup lookup, String name, MethodType type, Object... rest)
                throws Exception {
            by += "altMetafactory " + number(name) + " ";
            return LambdaMetafactory.altMetafactory(lookup, plain(name), type, rest);
        }

        private static String plain(String name) {
            return name.substring(0, name.indexOf('#'));
        }

        private static String number(String name) {
            return name.substring(name.indexOf('#') + 1);
        }
    }
}
