package jcp.explore;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where executions begin, if not with {@code main}: the program is run to its checkpoint once, and each execution begins with what objects and statics held
 * there ({@link Image}). It calls {@code main} anew, and each method of the chain has code at its start that leads to the place where it was.
 */
public final class Start {
    /** How many bytes lie between the place of a hook before a call of the chain, and the call. */
    private static final int BETWEEN = 4;

    /** A method of the chain. */
    private static final class Frame {
        final String type;
        final String method;
        final String values;
        /** Where the call of the next one is; -1: not called yet. */
        int call = -1;
        Object receiver;
        final Map<Integer, Object> found = new HashMap<>();

        Frame(String line) {
            String[] words = line.split(" ", -1);
            type = words[0];
            method = words[1] + words[2];
            values = words[3];
        }

        boolean isOf(StackWalker.StackFrame frame) {
            return frame.getClassName().equals(type) && method.equals(frame.getMethodName() + frame.getDescriptor());
        }
    }

    private final List<Frame> chain = new ArrayList<>();
    private boolean isSettingUp = true;

    /** The chain to the checkpoint; null: executions begin with main. */
    static Start of(ClassLoader loader) {
        try (InputStream in = loader.getResourceAsStream("META-INF/jcp/start.txt")) {
            return in == null ? null : new Start(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    private Start(String text) {
        text.lines().forEach(line -> chain.add(new Frame(line)));
    }

    /** Whether the checkpoint is still to come. */
    boolean isSettingUp() {
        return isSettingUp;
    }

    void isReached() {
        isSettingUp = false;
    }

    /** Before a call of the chain. */
    public static void calling(int depth, Object receiver) {
        Task self = Hooks.task();
        Start start = self.run.start();
        if (!start.isSettingUp || self.number != 0) {
            return;
        }
        Frame frame = start.chain.get(depth);
        frame.receiver = receiver;
        if (frame.call < 0) {
            frame.call = BETWEEN + Frames.walk(frames -> frames.findFirst().orElseThrow().getByteCodeIndex());
        }
    }

    /** At the checkpoint: the set-up ends here, if the stack is the chain's. */
    public static void checkpoint(Object receiver) {
        Task self = Hooks.task();
        Run run = self.run;
        Start start = run.start();
        if (!start.isSettingUp || self.number != 0 || !Frames.walk(frames -> start.isHere(frames.toList()))) {
            return;
        }
        for (Task task : run.tasks) {
            if (task != self && !task.ended) {
                run.unsupported("thread \"" + task.name() + "\" is alive at the checkpoint; let executions begin before it is started, or when it has ended");
            }
        }
        if (self.held().length > 0 || self.inside > 0) {
            run.unsupported("the main thread holds a lock at the checkpoint; let executions begin before it takes it, or when it has given it back");
        }
        start.chain.get(start.chain.size() - 1).receiver = receiver;
        run.isAtStart();
        throw new Abort();
    }

    /** Whether the frames are those of the chain; if so, keeps what they hold. */
    private boolean isHere(List<StackWalker.StackFrame> frames) {
        int above = chain.size();
        if (frames.size() < above || frames.stream().filter(it -> it.getDeclaringClass().getClassLoader() instanceof Program.ProgramLoader).count() != above) {
            return false;
        }
        for (int depth = 0; depth < above; depth++) {
            StackWalker.StackFrame frame = frames.get(above - 1 - depth);
            Frame known = chain.get(depth);
            if (!known.isOf(frame) || depth < above - 1 && frame.getByteCodeIndex() != known.call) {
                return false;
            }
        }
        for (int depth = 0; depth < above; depth++) {
            chain.get(depth).found.putAll(Frames.values(frames.get(above - 1 - depth), chain.get(depth).values));
        }
        return true;
    }

    /** What the frames hold. */
    List<Object> held() {
        List<Object> held = new ArrayList<>();
        for (Frame frame : chain) {
            held.add(frame.receiver);
            // in the order in which they are named
            new java.util.TreeMap<>(frame.found).values().stream().filter(it -> !Frames.isNumber(it)).forEach(held::add);
        }
        return held;
    }

    /** Whether the call is one on the way to the checkpoint, at the start of an execution. */
    public static boolean resumes(int depth) {
        return Hooks.task().resuming == depth;
    }

    /** The receiver of the chain's next method. */
    public static Object receiver() {
        Task self = Hooks.task();
        return self.run.start().chain.get(self.resuming + 1).receiver;
    }

    /** The next method of the chain is called. */
    public static void goesOn() {
        Hooks.task().resuming++;
    }

    /** The program is where it was. */
    public static void resumed() {
        Hooks.task().resuming = -1;
    }

    private static Object at(int place) {
        Task self = Hooks.task();
        return self.run.start().chain.get(self.resuming).found.get(place);
    }

    /** A value of the frame: a local, or a slot of the stack as a number below zero. */
    public static int intAt(int place) {
        return (int) Frames.number(at(place));
    }

    /** The same. */
    public static long longAt(int place) {
        return Frames.number(at(place));
    }

    /** The same. */
    public static float floatAt(int place) {
        return Float.intBitsToFloat((int) Frames.number(at(place)));
    }

    /** The same. */
    public static double doubleAt(int place) {
        return Double.longBitsToDouble(Frames.number(at(place)));
    }

    /** The same. */
    public static Object objectAt(int place) {
        return at(place);
    }
}
