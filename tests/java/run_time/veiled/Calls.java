package veiled;

import java.io.Serializable;
import java.util.function.Function;
import java.util.function.Supplier;

/** Has function objects; on JDK 17 those with code of a hidden class are made, and fail when they are called. */
class Calls implements Function<Integer, Object[]> {
    private static final Supplier<String> KEPT = () -> "kept";
    private int asked;

    @Override
    public Object[] apply(Integer n) {
        Supplier<String> same = () -> "same";
        Supplier<String> adder = () -> "added " + n;
        Supplier<String> outer = (Supplier<String> & Serializable) Hidden::told;
        Function<String, Integer> length = String::length;
        return new Object[] {KEPT, same, adder, outer, length, ++asked};
    }
}
