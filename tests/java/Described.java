import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A class with every kind of attribute that javac writes. */
@Described.Mark("class")
public abstract sealed class Described<T extends Comparable<T>> permits Described.Own, Described.Other {
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.TYPE, ElementType.METHOD, ElementType.PARAMETER, ElementType.FIELD, ElementType.TYPE_USE})
    @interface Mark {
        String value() default "none";
    }

    record Point<N extends Number>(@Mark("x") N x, List<@Mark("y") String> y) {}

    static final class Own extends Described<String> {}

    static final class Other extends Described<Integer> {}

    @Mark("field")
    protected final Map<String, @Mark("type") T> values = null;

    @Deprecated
    @Mark("generic")
    <E extends Exception> T generic(@Mark("parameter") final T value, List<? super @Mark("wildcard") E> list) throws E {
        Function<T, T> same = it -> it;
        @Mark("local") T result = same.apply(value);
        return result;
    }

    @Mark("chain")
    static List<@Mark("result") String> chain(final @Mark("n") int n, List<String> names) {
        List<String> copy = new ArrayList<>(names);
        System.out.println("before");
        long size = copy.size(); // checkpoint
        for (String name : names) {
            @Mark("inner") String text = name + n;
            copy.add(text);
        }
        Object local = new Object() {
            @Override
            public String toString() {
                return "local " + size;
            }
        };
        copy.add(local.toString());
        return copy;
    }

    @Mark("main")
    public static void main(String[] args) {
        List<String> names = chain(args.length + 2, List.of("a", "b"));
        System.out.println(names + " " + new Point<>(1, names));
    }
}
