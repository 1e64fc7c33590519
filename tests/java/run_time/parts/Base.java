import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Counts what it makes; the program and its loaders each have one of their own. */
public class Base implements Supplier<String> {
    static int made;
    final int number = ++made;
    private final List<String> said = new ArrayList<>();

    @Override
    public String get() {
        said.add(more());
        return getClass().getName() + " " + number + " of " + made + " " + said;
    }

    protected String more() {
        return "base" + said.size();
    }
}
