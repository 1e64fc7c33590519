package jcp.runtime.frames;

import java.lang.StackWalker.StackFrame;
import java.util.Iterator;
import java.util.function.Function;
import java.util.stream.Stream;
import jcp.runtime.jvm.FrameMethods;
import jcp.runtime.program.Plan;

/**
 * Counts the entries of a root below main, the same way in both runs: on the thread of main, and only the outermost ones,
 * since a chain that starts within another activation of its root has that one above it.
 */
public final class Activations {
    private final Plan.Element root;
    private final Thread thread = Thread.currentThread();
    private long count;
    /** Receiver and arguments of the entry that is under way; null between entries. */
    private Arguments arguments;
    /** The name of another thread that has entered the root; null if none has. */
    private volatile String other;

    public Activations(Plan plan) {
        root = plan.chain.get(0);
        arguments = new Arguments(); // loads the class now: later that would take identity hashes
        arguments = null;
    }

    public long count() {
        return count;
    }

    /** At the start of the root: its number, or 0 if this entry does not count. */
    public long enter() {
        Thread current = Thread.currentThread();
        if (current != thread) {
            other = current.getName();
            return 0;
        }
        return nested() ? 0 : ++count;
    }

    /** For a message: that only another thread has entered the root; empty if not. */
    public String elsewhere() {
        return other == null || count > 0 ? "" : "; the chain's first method was called by thread \"" + other
            + "\", but a checkpoint lies on the main thread: choose a place there, as where it waits for that thread";
    }

    /** Receiver and arguments follow. */
    public void begin() {
        arguments = new Arguments();
    }

    public void argument(Object value) {
        if (arguments != null && Thread.currentThread() == thread) {
            arguments.add(value);
        }
    }

    /** An argument of a primitive type. */
    public void argument(char kind, long bits) {
        if (arguments != null && Thread.currentThread() == thread) {
            arguments.add(kind, bits);
        }
    }

    /** The arguments of the entry that is under way, which is complete now; null if there is none. */
    public Arguments complete() {
        if (Thread.currentThread() != thread) {
            return null;
        }
        Arguments all = arguments;
        arguments = null;
        return all;
    }

    private boolean nested() {
        return FrameMethods.walk(new Outermost(root)) > 1;
    }

    /** Counts the frames of a method. No lambda: linking one takes identity hashes, which shifts those of the program. */
    private static final class Outermost implements Function<Stream<StackFrame>, Integer> {
        private final Plan.Element method;
        private final String type;

        Outermost(Plan.Element method) {
            this.method = method;
            type = method.type.replace('/', '.');
        }

        @Override
        public Integer apply(Stream<StackFrame> frames) {
            int found = 0;
            for (Iterator<StackFrame> all = frames.iterator(); all.hasNext(); ) {
                StackFrame frame = all.next();
                if (frame.getMethodName().equals(method.method) && frame.getClassName().equals(type)
                        && frame.getDescriptor().equals(method.descriptor)) {
                    found++;
                }
            }
            return found;
        }
    }
}
