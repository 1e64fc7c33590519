package jcp.runtime.frames;

import java.lang.StackWalker.StackFrame;
import java.util.Iterator;
import java.util.function.Function;
import java.util.stream.Stream;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.FrameMethods;
import jcp.runtime.program.Plan;
import jcp.runtime.program.Threads;

/**
 * Chain calls that reach the next method through frames that are not the program's. Such a method is instrumented in place
 * and asks at its start whether the chain has called it: that is so if the chain call is under way, and on the stack only frames of
 * the JDK lie between the two. If these merely call on, the call arrives once: the replay makes it again. Else each arrival counts, since
 * the replay resumes the frames ({@link FramesBetween}); so it does below a pool's loop, which may come to such methods again and again within
 * one call. The chain's activation of a method is told from
 * others by its descriptor, if it is a clone, and by the number of frames below it, if it is instrumented in place.
 *
 * <p>Reflection frames and hidden ones (function objects, method handles) do not show on the stack that is walked here;
 * they call on, all of them. So do proxies and bridge methods.
 */
public final class Passing {
    /** What the mark of a clone that runs from its start has more, in a replay. */
    private static final int FROM_START = 128;
    /** The method of a pool's worker that runs one task after another. */
    private static final String LOOP = "runWorker";

    private final Plan plan;
    private final Thread thread = Thread.currentThread();
    /** For contexts instrumented in place, how many frames there are from the chain's activation on. */
    private final int[] depths;
    /** By context, the number of the chain call under way that may reach it, from 1; 0 if there is none; negative if it has arrived and can but once. */
    private final int[] wanted;
    /** How many such calls are under way, each below the one before. */
    private int count;
    /** Whether a frame of the JDK that goes on working after its call lay between the two that were looked at last. */
    private boolean works;
    /** What lay last between a chain call that was under way and the method that it is to reach. */
    private String obstacle;
    /** Whether the call that was looked at last goes through a pool's loop, which may come to such a method again and again. */
    private boolean repeats;

    public Passing(Plan plan) {
        this.plan = plan;
        depths = new int[plan.nodes.size()];
        wanted = new int[depths.length];
    }

    /** On the main thread: links what threads with chains need, which takes hashes. */
    public void prepare() {
        if (hasThrough()) {
            Access.U.ensureClassInitialized(PassedOnly.class);
        }
    }

    /** The caller of the runtime is the chain's activation of the context's method. */
    public void note(int context) {
        if (hasThrough()) {
            depths[context] = FrameMethods.walk(new Depth());
        }
    }

    /** The chain call of this context begins, by the method that has called the runtime, on another thread than main. */
    void beginHere(int context) {
        int caller = plan.nodes.get(context).parent;
        if (plan.nodes.get(caller).clone == 0) {
            note(caller);
        }
        begin(context);
    }

    private boolean hasThrough() {
        for (int i = 1; i < depths.length; i++) {
            if (plan.nodes.get(i).clone == 0) {
                return true;
            }
        }
        return false;
    }

    /** For a message: through what a method of the chain was reached that counts for another caller; empty if there is none. */
    public String obstacle() {
        return obstacle == null ? "" : "; a method of the chain was reached through " + obstacle + ", which is not in the chain";
    }

    /** The chain call of this context begins. */
    public void begin(int context) {
        int above = plan.nodes.get(context).parent;
        count = 1; // calls that lie as deep or deeper have ended
        for (int i = 1; i < wanted.length; i++) {
            if (wanted[i] != 0 && isAbove(plan.nodes.get(i).parent, above)) {
                count = Math.max(count, Math.abs(wanted[i]) + 1);
            } else {
                wanted[i] = 0;
            }
        }
        also(context);
    }

    /** Whether the context is one of those that lead to the other one. */
    private boolean isAbove(int context, int other) {
        int at = plan.nodes.get(other).parent;
        while (at >= 0 && at != context) {
            at = plan.nodes.get(at).parent;
        }
        return at == context;
    }

    /** Chains part at the call that has begun: it may reach this context, too. */
    public void also(int context) {
        wanted[context] = count;
    }

    /** The chain call that began last has ended. */
    public void end() {
        for (int i = 0; i < wanted.length; i++) {
            wanted[i] = Math.abs(wanted[i]) == count ? 0 : wanted[i];
        }
        count = Math.max(0, count - 1);
    }

    /** Whether the chain's call has just arrived in this context's method, which has called the runtime. */
    public boolean arrives(int context) {
        if (!isWanted(context) || Thread.currentThread() != thread) {
            return false;
        }
        works = false;
        int depth = FrameMethods.walk(new PassedOnly(context));
        if (depth > 0) {
            depths[context] = depth;
            if (!works && !repeats) { // made again, the call would arrive the first time
                forget(wanted[context]);
            }
        }
        return depth > 0;
    }

    /** Whether the call that has arrived last goes through a pool's loop. */
    boolean isInPool() {
        return repeats;
    }

    /** Whether a call is under way that may reach this context. */
    public boolean isWanted(int context) {
        return wanted[context] > 0;
    }

    /** The call has arrived, and can but once. It stays under way: the calls below it have other numbers. */
    private void forget(int call) {
        for (int i = 0; i < wanted.length; i++) {
            wanted[i] = wanted[i] == call ? -call : wanted[i];
        }
    }

    /** Counts the frames of the program and the JDK. */
    private static final class Depth implements Function<Stream<StackFrame>, Integer> {
        @Override
        public Integer apply(Stream<StackFrame> frames) {
            int depth = 0;
            for (Iterator<StackFrame> all = frames.iterator(); all.hasNext(); ) {
                depth += isOwn(all.next()) ? 0 : 1;
            }
            return depth;
        }
    }

    private static boolean isOwn(StackFrame frame) {
        return frame.getClassName().startsWith("jcp.runtime.");
    }

    /** Looks at the frames above the method. No lambda: linking one takes identity hashes, which shifts the program's. */
    private final class PassedOnly implements Function<Stream<StackFrame>, Integer> {
        private final int context;

        PassedOnly(int context) {
            this.context = context;
        }

        @Override
        public Integer apply(Stream<StackFrame> frames) {
            Iterator<StackFrame> all = frames.iterator();
            while (all.hasNext() && isOwn(all.next())) { // and the method itself
                continue;
            }
            return passedOnly(all, plan.nodes.get(context).parent);
        }
    }

    /** How many frames there are from the method's on; 0 if the chain's call has not arrived. */
    private int passedOnly(Iterator<StackFrame> frames, int caller) {
        int above = 1;
        boolean isTask = false; // of frames that a pool begins anew with the task
        repeats = false;
        while (frames.hasNext()) {
            StackFrame frame = frames.next();
            repeats |= frame.getMethodName().equals(LOOP);
            if (isOf(frame, plan.nodes.get(caller))) {
                int depth = 1;
                for (; frames.hasNext(); depth++) {
                    frames.next();
                }
                boolean other = plan.nodes.get(caller).clone == 0 && depth != depths[caller];
                return other || isTask && !repeats ? 0 : above + depth;
            }
            if (Threads.isBelow(frame.getClassName(), frame.getMethodName()) && !Waiters.isMain(thread)) { // asked last: it loads a class
                isTask |= !callsOn(plan, frame);
            } else if (!callsOn(plan, frame)) {
                if (!plan.works || !Access.isJdk(frame.getDeclaringClass())) {
                    obstacle = frame.getClassName() + "." + frame.getMethodName();
                    return 0;
                }
                works = true;
            }
            above++;
        }
        return 0;
    }

    static boolean isOf(StackFrame frame, Plan.Node node) {
        boolean isResumed = frame.getMethodName().equals("init") && node.element.method.equals("<init>"); // no method has that name
        if (!isResumed && !frame.getMethodName().equals(node.element.method)
                || !frame.getClassName().equals(node.element.type.replace('/', '.'))) {
            return false;
        }
        String found = FrameMethods.descriptor(frame);
        return node.clone == 0 ? found.equals(node.element.descriptor)
            : found.equals(node.marked(0)) || found.equals(node.marked(FROM_START));
    }

    /** Whether the frame is of the chain's element, in whatever context. */
    static boolean isOf(StackFrame frame, Plan.Element element) {
        boolean isNamed = frame.getMethodName().equals(element.method) || frame.getMethodName().equals("init") && element.method.equals("<init>");
        return isNamed && frame.getClassName().equals(element.type.replace('/', '.'))
            && Plan.unmarked(FrameMethods.descriptor(frame)).equals(element.descriptor);
    }

    static boolean callsOn(Plan plan, StackFrame frame) {
        String type = frame.getClassName().replace('.', '/');
        for (String[] model : plan.through) {
            boolean inClass = model[1].endsWith("/*")
                    ? type.startsWith(model[1].substring(0, model[1].length() - 1))
                    : type.equals(model[1]);
            if (inClass && (model[2].equals("*") || model[2].equals(frame.getMethodName()))) {
                return true;
            }
        }
        return Access.isProxy(frame.getDeclaringClass()) || FrameMethods.isBridge(frame);
    }
}
