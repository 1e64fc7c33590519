package jcp.runtime.frames;

import java.lang.StackWalker.StackFrame;
import java.util.Arrays;
import java.util.Iterator;
import java.util.function.Function;
import java.util.stream.Stream;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.FrameMethods;
import jcp.runtime.program.Plan;

/**
 * Chain calls that reach the next method through frames that are not the program's. Such a method is instrumented in place
 * and asks at its start whether the chain has called it: that is so if a chain call is under way that has not arrived
 * yet, and on the stack only frames that merely call on lie between the two. The chain's activation of a method is told from
 * others by its descriptor, if it is a clone, and by the number of frames below it, if it is instrumented in place. A pool may come to such
 * methods again and again within one call.
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
    /** The contexts that the call under way may reach; none if there is no such call, or it has arrived. */
    private int[] wanted = new int[1];
    private int count;
    /** What lay last between a chain call that was under way and the method that it is to reach. */
    private String obstacle;
    /** Whether the call that was looked at last goes through a pool's loop, which may come to such a method again and again. */
    private boolean repeats;

    public Passing(Plan plan) {
        this.plan = plan;
        depths = new int[plan.nodes.size()];
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
        count = 0;
        also(context);
    }

    /** Chains part at the call that has begun: it may reach this context, too. */
    public void also(int context) {
        if (count == wanted.length) {
            wanted = Arrays.copyOf(wanted, 2 * count);
        }
        wanted[count++] = context;
    }

    /** The chain call has ended. */
    public void end() {
        count = 0;
    }

    /** Whether the chain's call has just arrived in this context's method, which has called the runtime. */
    public boolean arrives(int context) {
        if (Thread.currentThread() != thread || !isWanted(context)) {
            return false;
        }
        int depth = FrameMethods.walk(new PassedOnly());
        if (depth > 0) {
            depths[context] = depth;
            count = repeats ? count : 0;
        }
        return depth > 0;
    }

    /** Whether a call is under way that may reach this context. */
    public boolean isWanted(int context) {
        for (int i = 0; i < count; i++) {
            if (wanted[i] == context) {
                return true;
            }
        }
        return false;
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
        @Override
        public Integer apply(Stream<StackFrame> frames) {
            Iterator<StackFrame> all = frames.iterator();
            while (all.hasNext() && isOwn(all.next())) { // and the method itself
                continue;
            }
            return passedOnly(all, plan.nodes.get(wanted[0]).parent);
        }
    }

    /** How many frames there are from the method's on; 0 if the chain's call has not arrived. */
    private int passedOnly(Iterator<StackFrame> frames, int caller) {
        int above = 1;
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
                return other ? 0 : above + depth;
            }
            if (!callsOn(frame)) {
                obstacle = frame.getClassName() + "." + frame.getMethodName();
                return 0;
            }
            above++;
        }
        return 0;
    }

    private static boolean isOf(StackFrame frame, Plan.Node node) {
        boolean isResumed = frame.getMethodName().equals("init") && node.element.method.equals("<init>"); // no method has that name
        if (!isResumed && !frame.getMethodName().equals(node.element.method)
                || !frame.getClassName().equals(node.element.type.replace('/', '.'))) {
            return false;
        }
        String found = FrameMethods.descriptor(frame);
        return node.clone == 0 ? found.equals(node.element.descriptor)
            : found.equals(node.marked(0)) || found.equals(node.marked(FROM_START));
    }

    private boolean callsOn(StackFrame frame) {
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
