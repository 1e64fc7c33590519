package jcp.runtime.jvm;

import java.util.List;

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
    /** The types at the call, and those of the stack below its arguments. */
    FrameTypes before;
    List<String> under;
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

    /** Finds the types, and collects the values. */
    void fill(MethodCode code, MethodTypes types) {
        String called = code.called(frame.at);
        if (called == null) {
            throw unknown("is not at a call that can be made again");
        }
        before = types.before(frame.at);
        passed = MethodCode.parameters(called);
        under = before.stack.subList(0, before.stack.size() - passed.length());
        int own = frame.locals.count() + frame.monitors.count();
        objects = new Object[own + under.size() + passed.length()];
        numbers = new long[objects.length];
        StringBuilder reads = new StringBuilder();
        for (int i = 0; i < frame.locals.count(); i++) {
            char live = code.live(i, frame.at);
            reads.append(live == 0 ? ' ' : live);
            if (live != 0 || FrameTypes.isUnfinished(before.local(i))) {
                take(i, before.local(i), live, frame, frame.locals, i);
            }
        }
        locals = reads.toString();
        takeMonitors();
        int from = 0;
        for (int i = 0; i < under.size(); i++) {
            char kind = FrameTypes.kind(under.get(i));
            take(own + i, under.get(i), kind, frame, frame.stack, from);
            from += slots(kind);
        }
        if (from != frame.stack.count()) {
            throw unknown("has " + frame.stack.count() + " slots on its stack, not " + from);
        }
        pass(own + under.size());
    }

    private void takeMonitors() {
        for (int i = 0; i < frame.monitors.count(); i++) {
            if (frame.monitors.objects[i] == null) {
                throw unknown("holds a monitor that the JVM does not know any more");
            }
            objects[frame.locals.count() + i] = frame.monitors.objects[i];
        }
    }

    /** Receiver and arguments: those that were passed where the callee needs them; else it takes its values itself. */
    private void pass(int to) {
        int from = 0;
        boolean hasReceiver = !next.isStatic;
        for (int i = 0; i < passed.length(); i++) {
            char kind = passed.charAt(i);
            boolean isReceiver = hasReceiver && i == 0;
            if (next.callsOn || isReceiver) {
                take(to + i, kind == 'A' ? FrameTypes.CLASS + "java/lang/Object" : String.valueOf(kind), kind, next, next.locals, from);
                if (isReceiver && objects[to] == null) {
                    throw unknown("calls " + next.name() + " on an object that the JVM does not know any more");
                }
            }
            from += slots(kind);
        }
    }

    private static int slots(char kind) {
        return kind == 'J' || kind == 'D' ? 2 : 1;
    }

    /**
     * The second slot of a long has it. {@code kind}: in which it is read. What compilers take apart shows as null in compiled code
     * ({@link CompleteFrames}), so a null there says nothing.
     */
    private void take(int to, String type, char kind, JdkFrame in, JdkFrame.Values of, int slot) {
        if (type.equals(FrameTypes.TOP) || FrameTypes.isUnfinished(type) || FrameTypes.kind(type) != kind) {
            throw unknown("constructs an object, or has a value of several types (slot " + slot + ")");
        }
        int at = slot + slots(kind) - 1;
        boolean isUnsure = in.isCompiled && kind == 'A' && at < of.count() && of.objects[at] == null && !type.equals(FrameTypes.NULL);
        if (isUnsure) {
            throw unknown("is compiled code that may have taken an object apart (slot " + slot + "); --jvm-arg=-XX:CompileCommand=exclude,"
                + in.type.replace('/', '.') + "::" + in.method + " keeps its values");
        }
        if (at >= of.count() || of.hasNumber[at] != (kind != 'A')) {
            throw unknown("has a value that the JVM does not know any more (slot " + slot + ")");
        }
        objects[to] = of.objects[at];
        numbers[to] = of.numbers[at];
    }

    private IllegalStateException unknown(String why) {
        return new IllegalStateException("the frame of " + frame.name() + " " + why);
    }
}
