import java.lang.annotation.Annotation;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/** What the made programs have of their own: classes to reflect on, and objects that the JDK has no public factory for. */
public class Sample<T extends Comparable<T>> {
    /** An enum with a body. */
    public enum Color {
        RED, GREEN { @Override public String shade() { return "dark"; } }, BLUE;

        public String shade() { return "light"; }
    }

    /** An annotation with members of several kinds. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.TYPE, ElementType.METHOD, ElementType.FIELD, ElementType.PARAMETER, ElementType.TYPE_USE})
    public @interface Note {
        String value() default "none";

        int[] numbers() default {1, 2};

        Color color() default Color.RED;

        Class<?> type() default Object.class;
    }

    /** A record with annotated components. */
    @Note("point")
    public record Point<N extends Number>(@Note("x") int x, List<? extends N> y) implements Comparable<Point<N>> {
        @Override public int compareTo(Point<N> other) { return Integer.compare(x, other.x); }
    }

    /** What proxies are made of. */
    public interface Greeting {
        String greet(String name);

        default String twice(String name) { return greet(name) + greet(name); }
    }

    /** Tells which method was called. */
    public record Handler(int number) implements InvocationHandler {
        @Override public Object invoke(Object proxy, Method method, Object[] arguments) {
            Class<?> type = method.getReturnType();
            return switch (method.getName()) {
                case "hashCode" -> number;
                case "equals" -> proxy == arguments[0];
                case "toString" -> "handled " + number;
                default -> type == int.class ? (Object) number : type == boolean.class ? (Object) true
                        : type.isAssignableFrom(String.class) ? method.getName() : null;
            };
        }
    }

    @Note(value = "field", numbers = {}) public Map<String, List<? super T>> field = Map.of();
    public static int counter = 3;
    public volatile long number = 7;
    private String hidden = "hidden";

    public Sample() { }

    public @Note("method") <E extends Exception & Runnable> List<E> method(@Note("parameter") int first, T[] second, String... rest)
            throws E, IllegalStateException {
        return List.of();
    }

    private static int secret(int value, String text) { return value + text.length(); }

    public static InvocationHandler handler() { return new Handler(5); }

    public static Greeting greeting() {
        return (Greeting) Proxy.newProxyInstance(Sample.class.getClassLoader(), new Class<?>[] {Greeting.class}, handler());
    }

    public static Annotation note() { return Point.class.getAnnotation(Note.class); }

    public static Note noted() throws ReflectiveOperationException { return Sample.class.getField("field").getAnnotation(Note.class); }

    public static TypeVariable<?> variable() { return Sample.class.getTypeParameters()[0]; }

    public static TypeVariable<?> methodVariable() { return methodNamed("method").getTypeParameters()[0]; }

    public static Type fieldType() { return fieldNamed("field").getGenericType(); }

    public static Type parameterType() { return methodNamed("method").getGenericParameterTypes()[1]; }

    public static AnnotatedType annotatedType() { return methodNamed("method").getAnnotatedReturnType(); }

    public static Parameter parameter() { return methodNamed("method").getParameters()[0]; }

    public static RecordComponent component() { return Point.class.getRecordComponents()[1]; }

    public static Constructor<?> constructor() throws ReflectiveOperationException { return Sample.class.getConstructor(); }

    public static Field hiddenField() { return fieldNamed("hidden"); }

    public static Field counterField() { return fieldNamed("counter"); }

    public static Method anyMethod() { return methodNamed("method"); }

    public static Method secretMethod() { Method found = methodNamed("secret"); found.setAccessible(true); return found; }

    public static MethodHandles.Lookup lookup() { return MethodHandles.lookup(); }

    public static MethodHandle secretHandle() throws ReflectiveOperationException {
        return MethodHandles.lookup().findStatic(Sample.class, "secret", MethodType.methodType(int.class, int.class, String.class));
    }

    public static MethodHandle lengthHandle() throws ReflectiveOperationException {
        return MethodHandles.lookup().findVirtual(String.class, "length", MethodType.methodType(int.class));
    }

    public static VarHandle numberHandle() throws ReflectiveOperationException {
        return MethodHandles.lookup().findVarHandle(Sample.class, "number", long.class);
    }

    public static VarHandle counterHandle() throws ReflectiveOperationException {
        return MethodHandles.lookup().findStaticVarHandle(Sample.class, "counter", int.class);
    }

    public static Map<Color, String> colors() { return new EnumMap<>(Map.of(Color.RED, "r", Color.BLUE, "b")); }

    public static List<String> names() { return new ArrayList<>(List.of("b", "a", "c", "a")); }

    public static Map<String, Integer> counts() { return Collections.synchronizedMap(new java.util.HashMap<>(Map.of("a", 1, "b", 2))); }

    public static Comparator<String> byLength() { return Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()); }

    public static Supplier<List<String>> lists() { return ArrayList::new; }

    public static Function<String, Integer> length() { return String::length; }

    private static Method methodNamed(String name) {
        for (Method method : Sample.class.getDeclaredMethods()) {
            if (method.getName().equals(name) && method.getParameterCount() > 0) {
                return method;
            }
        }
        throw new IllegalStateException(name);
    }

    private static Field fieldNamed(String name) {
        try {
            return Sample.class.getDeclaredField(name);
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException(e);
        }
    }
}
