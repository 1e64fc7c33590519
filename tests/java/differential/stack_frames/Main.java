import java.lang.StackWalker.Option;
import java.lang.StackWalker.StackFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Frames that a StackWalker gave before the checkpoint tell the same of their methods after it. */
public class Main {
    static final List<StackFrame> FRAMES = new ArrayList<>();

    static List<StackFrame> walk(Set<Option> options) {
        return StackWalker.getInstance(options).walk(frames -> frames.limit(6).collect(Collectors.toList()));
    }

    static <T extends Comparable<T>> List<StackFrame> generic(T[] values, long number, Set<Option> options) {
        Supplier<List<StackFrame>> walking = () -> walk(options);
        return walking.get();
    }

    static class Made {
        final List<StackFrame> frames;

        Made(String text, Set<Option> options) {
            frames = generic(new String[] {text}, 1L, options);
        }
    }

    static List<Set<Option>> options() {
        List<Set<Option>> found = new ArrayList<>();
        found.add(Set.of());
        found.add(Set.of(Option.RETAIN_CLASS_REFERENCE));
        for (Option each : Option.values()) {
            if (each.name().equals("DROP_METHOD_INFO")) { // newer JDKs
                found.add(Set.of(each));
            }
        }
        return found;
    }

    static String told(Supplier<?> what) {
        try {
            return String.valueOf(what.get());
        } catch (UnsupportedOperationException e) {
            return "-";
        }
    }

    /** jcp adds code to methods of the chain. */
    static String index(StackFrame frame) {
        return told(frame::getMethodName).equals("main") ? "-" : told(frame::getByteCodeIndex);
    }

    static void tell(StackFrame frame) {
        System.out.println(frame.getClassName() + " " + told(frame::getMethodName) + " " + told(frame::getDescriptor) + " " + told(frame::getMethodType) + " "
            + told(frame::getDeclaringClass) + " " + told(frame::getFileName) + " " + told(frame::getLineNumber) + " " + index(frame) + " "
            + told(frame::isNativeMethod) + " " + told(frame::toStackTraceElement) + " " + frame);
    }

    static void work() {
        System.out.println("frames: " + FRAMES.size());
        FRAMES.forEach(Main::tell);
    }

    static void prepare() {
        for (Set<Option> each : options()) {
            FRAMES.addAll(new Made("text", each).frames);
            FRAMES.addAll(new Made("text", each).frames);
        }
        tell(FRAMES.get(1)); // one has been asked before, the others not
    }

    public static void main(String[] args) {
        prepare();
        work();
    }
}
