package jcp.runtime.frames;

import java.lang.StackWalker.StackFrame;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import jcp.runtime.jvm.JdkFrame;
import jcp.runtime.jvm.LiveStack;
import jcp.runtime.jvm.ResumedFrame;
import jcp.runtime.program.FrameBlocks;
import jcp.runtime.program.Plan;
import jcp.runtime.report.Problem;

/**
 * The frames of the JDK that lie between methods of a chain and go on working after their calls, when the snapshot is taken. Where all frames between two
 * methods only call on ({@link Passing}), there are none: the call is made again then.
 *
 * <p>Refused, by name: frames of methods that the replay cannot resume.
 */
public final class FramesBetween implements Function<Stream<StackFrame>, Object> {
    private static final String FORKED = "java.util.concurrent.ForkJoin";
    private static final String COUNTED = "java.util.concurrent.CountedCompleter";
    private static final String HANDLES = "java.lang.invoke.LambdaForm";

    private final Plan plan;
    private final List<Plan.Element> chain;
    private final List<Problem> problems;
    private final List<JdkFrame> found = new ArrayList<>();

    private FramesBetween(Plan plan, List<Plan.Element> chain, List<Problem> problems) {
        this.plan = plan;
        this.chain = chain;
        this.problems = problems;
    }

    /** Of the thread that calls this, outermost first. Adds to the problems what cannot be resumed. */
    public static List<JdkFrame> read(Plan plan, List<Plan.Element> chain, List<Problem> problems) {
        FramesBetween look = new FramesBetween(plan, chain, problems);
        LiveStack.walk(look);
        List<JdkFrame> found = look.found;
        if (problems.isEmpty()) {
            for (Map.Entry<String, List<ResumedFrame>> each : Resuming.blocks(found, new ArrayList<>()).entrySet()) {
                String why = FrameBlocks.check(each.getKey(), each.getValue());
                if (why != null) {
                    problems.add(problem(each.getValue().get(0).frame.name(), why));
                }
            }
        }
        return found;
    }

    private static Problem problem(String method, String why) {
        return new Problem(method, "a method of the JDK that has called a method of the chain and goes on working cannot be resumed: " + why,
            "choose a checkpoint outside of that call, or start the chain below it");
    }

    @Override
    public Object apply(Stream<StackFrame> stack) {
        Iterator<StackFrame> all = stack.iterator();
        List<StackFrame> between = new ArrayList<>();
        StackFrame next = null;
        int depth = chain.size() - 1;
        while (all.hasNext() && depth >= 0) {
            StackFrame frame = all.next();
            if (next == null && !Passing.isOf(frame, chain.get(depth))) {
                continue; // the runtime's own
            }
            if (Passing.isOf(frame, chain.get(depth))) {
                add(between, next, depth);
                between.clear();
                next = frame;
                depth--;
            } else {
                between.add(frame);
            }
        }
        return null;
    }

    /** Puts the frames between before those that were found, if one of them goes on working. {@code between}: innermost first. */
    private void add(List<StackFrame> between, StackFrame next, int depth) {
        boolean works = false;
        for (StackFrame frame : between) {
            works |= !callsOn(frame);
        }
        if (!works) {
            return;
        }
        found.add(0, LiveStack.frame(next, depth, false, true));
        StackFrame called = next;
        for (StackFrame frame : between) {
            if (!callsOn(frame)) {
                check(frame, called);
            }
            found.add(0, LiveStack.frame(frame, depth, callsOn(frame), false));
            called = frame;
        }
    }

    private boolean callsOn(StackFrame frame) {
        return frame.getDeclaringClass().isHidden() || Passing.callsOn(plan, frame);
    }

    private void check(StackFrame frame, StackFrame called) {
        String why = frame.getDeclaringClass().getClassLoader() != null ? "it is of no class that the JVM's own loader has loaded"
            : frame.isNativeMethod() ? "it is native"
            : frame.getMethodName().equals("<clinit>") ? "it initialises a class"
            : frame.getClassName().startsWith(FORKED) || frame.getClassName().startsWith(COUNTED) ? "it runs a task of a fork-join pool"
            : called.getClassName().startsWith(HANDLES) ? "it calls by a method handle" : null;
        if (why != null) {
            problems.add(problem(frame.getClassName() + "." + frame.getMethodName(), why));
        }
    }
}
