package jcp.runtime.observe;

import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.StackWalker.StackFrame;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Notes by which calls a run comes to places of the program, for {@code *} in a region. This class alone is in the jar of such a run, under its own
 * name: nothing is captured there, and identity hashes need not be kept. The file of the property {@code jcp.stacks} gets each stack once: a line
 * {@code stack NUMBER THREAD}, with the number of the place, then a line for each frame, the innermost first: class, method, descriptor (or ?), offset and
 * line, with tabs between.
 *
 * <p>Left out: frames that the JDK hides (reflection, function objects), arrivals after many, and what goes wrong with the file.
 */
public final class Stacks implements Function<Stream<StackFrame>, Object> {
    /** How many arrivals are looked at: a place in a loop may have millions. */
    private static final int MOST = 10_000;

    private static final Set<String> known = new HashSet<>();
    private static int arrivals;

    private final StringBuilder text;

    private Stacks(StringBuilder text) {
        this.text = text;
    }

    /** At a place: its method has called this. */
    public static synchronized void note(int place) {
        if (++arrivals > MOST) {
            return;
        }
        StringBuilder text = new StringBuilder("stack\t").append(place).append('\t');
        text.append(Thread.currentThread().getName().replaceAll("\\s", " ")).append('\n');
        StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).walk(new Stacks(text));
        if (known.add(text.toString())) {
            write(text);
        }
    }

    @Override
    public Object apply(Stream<StackFrame> frames) {
        Iterator<StackFrame> all = frames.iterator();
        all.next(); // its own
        while (all.hasNext()) {
            add(all.next());
        }
        return text;
    }

    private void add(StackFrame frame) {
        text.append(frame.getClassName()).append('\t').append(frame.getMethodName()).append('\t').append(descriptor(frame));
        text.append('\t').append(frame.getByteCodeIndex()).append('\t').append(frame.getLineNumber()).append('\n');
    }

    /** JDK 25 has it of types, which may be missing; "?" then. */
    private static String descriptor(StackFrame frame) {
        try {
            return frame.getDescriptor();
        } catch (TypeNotPresentException | LinkageError e) {
            return "?";
        }
    }

    private static void write(StringBuilder text) {
        try (FileOutputStream file = new FileOutputStream(System.getProperty("jcp.stacks"), true)) {
            file.write(text.toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // there is one stack less
        }
    }
}
