package jcp.runtime.jvm;

/** A frame of the JDK while its method gets a block that resumes it: which of its values the block takes, and their kinds. */
public final class ResumedFrame {
    public final JdkFrame frame;
    /** What the frame calls. */
    private final JdkFrame next;
    /** The number of its method, and that of its block there, from 1. */
    public final int method;
    public final int block;
    /** The values: locals, monitors, stack, receiver and arguments. */
    public Object[] objects;
    public long[] numbers;
    /** Of each local its kind; a space where it is not read again. */
    String locals;
    String stack;
    String passed;

    public ResumedFrame(JdkFrame frame, JdkFrame next, int method, int block) {
        this.frame = frame;
        this.next = next;
        this.method = method;
        this.block = block;
        objects = new Object[0];
        numbers = new long[0];
    }

    /** Whether the block enters the monitor: the JVM enters that of a synchronized method. */
    boolean enters(int monitor) {
        return !frame.isSynchronized || monitor > 0;
    }

    /** Finds the kinds, and collects the values. */
    void fill(MethodCode code) {
        String called = code.called(frame.at);
        stack = called == null ? null : code.under(frame.at);
        if (stack == null) {
            throw unknown("is not at a call that can be made again");
        }
        passed = MethodCode.parameters(called);
        int own = frame.locals.count() + frame.monitors.count();
        objects = new Object[own + stack.length() + passed.length()];
        numbers = new long[objects.length];
        StringBuilder kinds = new StringBuilder();
        for (int i = 0; i < frame.locals.count(); i++) {
            char kind = code.live(i, frame.at);
            kinds.append(kind == 0 ? ' ' : kind);
            if (kind != 0) {
                take(i, kind, frame.locals, i);
            }
        }
        locals = kinds.toString();
        for (int i = 0; i < frame.monitors.count(); i++) {
            objects[frame.locals.count() + i] = frame.monitors.objects[i];
        }
        int from = 0;
        for (int i = 0; i < stack.length(); i++) {
            take(own + i, stack.charAt(i), frame.stack, from);
            from += slots(stack.charAt(i));
        }
        if (from != frame.stack.count()) {
            throw unknown("has " + frame.stack.count() + " slots on its stack, not " + from);
        }
        pass(own + stack.length(), called);
    }

    /** Receiver and arguments: those that were passed where the callee needs them; else it takes its values itself. */
    private void pass(int to, String called) {
        int from = 0;
        boolean hasReceiver = !next.isStatic;
        for (int i = 0; i < passed.length(); i++) {
            if (next.callsOn || hasReceiver && i == 0) {
                take(to + i, passed.charAt(i), next.locals, from);
                if (i == 0 && hasReceiver && objects[to] == null) {
                    throw unknown("calls " + next.name() + " on an object that the JVM does not know any more");
                }
            }
            from += slots(passed.charAt(i));
        }
    }

    private static int slots(char kind) {
        return kind == 'J' || kind == 'D' ? 2 : 1;
    }

    /** The second slot of a long has it. */
    private void take(int to, char kind, JdkFrame.Values of, int slot) {
        int at = slot + slots(kind) - 1;
        if (at >= of.count() || of.hasNumber[at] != (kind != 'A') && (kind != 'A' || of.numbers[at] != 0)) {
            throw unknown("has a value that the JVM does not know any more (slot " + slot + ")");
        }
        objects[to] = of.objects[at];
        numbers[to] = of.numbers[at];
    }

    private IllegalStateException unknown(String why) {
        return new IllegalStateException("the frame of " + frame.name() + " " + why);
    }
}
