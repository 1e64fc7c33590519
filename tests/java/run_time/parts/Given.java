import java.util.function.Supplier;

/** Of a loader that is asked for what it extends. */
public class Given implements Supplier<String> {
    @Override
    public String get() {
        return "given by " + getClass().getClassLoader().getClass().getSimpleName();
    }
}
