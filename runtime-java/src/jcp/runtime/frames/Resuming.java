package jcp.runtime.frames;

import java.io.IOException;
import java.lang.StackWalker.StackFrame;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.FrameMethods;
import jcp.runtime.jvm.JdkFrame;
import jcp.runtime.jvm.ResumedFrame;
import jcp.runtime.program.FrameBlocks;
import jcp.runtime.program.Plan;

/**
 * The frames of the JDK between methods of a chain, in a replay: their methods have blocks that resume them. A chain call is made again and reaches
 * the first of them, each makes its call again, and the last one reaches the chain's next method.
 *
 * <p>Invariant: an activation is the one that is meant if its method, its receiver, its thread and its caller are. What else calls the method meanwhile,
 * say when the JVM loads a class, runs as always.
 */
public final class Resuming implements Function<Object[], Object> {
    private static final String HOOKS = "JcpFrames";

    private final Plan plan;
    private final Thread thread;
    private final List<ResumedFrame> frames = new ArrayList<>();
    /** How many have been resumed. */
    private int done;
    /** The depth whose call is made again; -1 if none is. */
    private int depth = -1;
    private final Class<?> hooks;

    /** Gives the frames' methods their blocks. {@code all}: outermost first. */
    public Resuming(Plan plan, List<JdkFrame> all, Thread thread) throws ReflectiveOperationException, IOException {
        this.plan = plan;
        this.thread = thread;
        hooks = FrameBlocks.add(blocks(all, frames));
    }

    /** By class, the frames whose methods get blocks, numbered; also adds them to {@code frames}. */
    static Map<String, List<ResumedFrame>> blocks(List<JdkFrame> all, List<ResumedFrame> frames) {
        Map<String, List<ResumedFrame>> methods = new HashMap<>();
        Map<String, List<ResumedFrame>> types = new LinkedHashMap<>();
        for (int i = 0; i < all.size(); i++) {
            JdkFrame frame = all.get(i);
            if (frame.isResumed()) {
                String name = frame.type + "." + frame.method + frame.descriptor;
                List<ResumedFrame> others = methods.get(name);
                if (others == null) {
                    others = new ArrayList<>();
                    methods.put(name, others);
                }
                int method = others.isEmpty() ? methods.size() : others.get(0).method;
                ResumedFrame resumed = new ResumedFrame(frame, all.get(i + 1), method, others.size() + 1);
                others.add(resumed);
                frames.add(resumed);
                if (!types.containsKey(frame.type)) {
                    types.put(frame.type, new ArrayList<>());
                }
                types.get(frame.type).add(resumed);
            }
        }
        return types;
    }

    /** Before the call at that depth of the chain is made again. */
    public void begin(int at) {
        if (done < frames.size() && frames.get(done).frame.depth == at) {
            depth = at;
            Access.setField(null, hooks, "jcpAsked", this);
        }
    }

    /** When the call has reached the chain's next method: whether all frames of the call have been resumed. */
    public boolean end() {
        boolean all = done == frames.size() || frames.get(done).frame.depth != depth || depth < 0;
        if (all) {
            depth = -1;
            Access.setField(null, hooks, "jcpAsked", null);
            Access.setField(null, hooks, "jcpObjects", null);
        }
        return all;
    }

    /** Asked by a block: whether the activation is the next one. */
    @Override
    public Object apply(Object[] asked) {
        ResumedFrame next = done == frames.size() ? null : frames.get(done);
        if (next == null || Thread.currentThread() != thread || next.method != (Integer) asked[1] || next.frame.depth != depth
                || !next.frame.isStatic && next.frame.locals.objects[0] != asked[0]
                || FrameMethods.walk(new Caller(next)) == null) {
            return 0;
        }
        Access.setField(null, hooks, "jcpObjects", next.objects);
        Access.setField(null, hooks, "jcpNumbers", next.numbers);
        done++;
        return next.block;
    }

    /** The frame's caller, if it is the one before it; else null. */
    private final class Caller implements Function<Stream<StackFrame>, Object> {
        private final ResumedFrame frame;

        Caller(ResumedFrame frame) {
            this.frame = frame;
        }

        @Override
        public Object apply(Stream<StackFrame> stack) {
            Iterator<StackFrame> all = stack.iterator();
            StackFrame own = all.next();
            while (own.getClassName().startsWith("jcp.runtime.") || own.getClassName().endsWith(HOOKS)) {
                own = all.next();
            }
            StackFrame caller = all.next();
            while (Passing.callsOn(plan, caller)) {
                caller = all.next();
            }
            ResumedFrame before = done == 0 ? null : frames.get(done - 1);
            boolean is = before == null || before.frame.depth != depth ? Passing.isOf(caller, plan.chain.get(depth))
                : caller.getMethodName().equals(before.frame.method) && caller.getClassName().equals(before.frame.type.replace('/', '.'));
            return is ? caller : null;
        }
    }
}
