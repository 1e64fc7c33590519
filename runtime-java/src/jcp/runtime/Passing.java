package jcp.runtime;

import java.lang.StackWalker.StackFrame;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Iterator;
import java.util.concurrent.FutureTask;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Chain calls that reach the next method through frames that are not the program's. Such a method is instrumented in place
 * and asks at its start whether the chain has called it: that is so if a chain call is under way that has not arrived
 * yet, and on the stack only frames that merely call on lie between the two.
 *
 * <p>Reflection frames and hidden ones (function objects, method handles) do not show on the stack that is walked here;
 * they call on, all of them. So do proxies and bridge methods.
 */
final class Passing {
    private final Plan plan;
    private final Thread thread = Thread.currentThread();
    /** The contexts that the call under way may reach; none if there is no such call, or it has arrived. */
    private int[] wanted = new int[1];
    private int count;

    Passing(Plan plan) {
        this.plan = plan;
    }

    /** The chain call of this context begins. */
    void begin(int context) {
        count = 0;
        also(context);
    }

    /** Chains part at the call that has begun: it may reach this context, too. */
    void also(int context) {
        if (count == wanted.length) {
            wanted = Arrays.copyOf(wanted, 2 * count);
        }
        wanted[count++] = context;
    }

    /** The chain call has ended. */
    void end() {
        count = 0;
    }

    /** Whether the chain's call has just arrived in this context's method, whose frame is the second on the stack. */
    boolean arrives(int context) {
        if (!isWanted(context) || Thread.currentThread() != thread) {
            return false;
        }
        boolean arrived = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).walk(new PassedOnly());
        if (arrived) {
            count = 0;
        }
        return arrived;
    }

    private boolean isWanted(int context) {
        for (int i = 0; i < count; i++) {
            if (wanted[i] == context) {
                return true;
            }
        }
        return false;
    }

    /** Looks at the frames above the method. No lambda: linking one takes identity hashes, which shifts the program's. */
    private final class PassedOnly implements Function<Stream<StackFrame>, Boolean> {
        @Override
        public Boolean apply(Stream<StackFrame> frames) {
            return passedOnly(frames.skip(3).iterator(), plan.nodes.get(plan.nodes.get(wanted[0]).parent).element); // arrives, the hook, the method itself
        }
    }

    private boolean passedOnly(Iterator<StackFrame> frames, Plan.Element caller) {
        String type = caller.type.replace('/', '.');
        while (frames.hasNext()) {
            StackFrame frame = frames.next();
            if (frame.getClassName().equals(type) && frame.getMethodName().equals(caller.method)) {
                return true;
            }
            if (!callsOn(frame)) {
                return false;
            }
        }
        return false;
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
        return Access.isProxy(frame.getDeclaringClass()) || isBridge(frame);
    }

    /** A method of the compiler that only casts and calls the one that overrides with other types. */
    private static boolean isBridge(StackFrame frame) {
        try {
            for (Method method : frame.getDeclaringClass().getDeclaredMethods()) {
                if (method.isBridge() && method.getName().equals(frame.getMethodName())
                        && MethodType.methodType(method.getReturnType(), method.getParameterTypes()).equals(frame.getMethodType())) {
                    return true;
                }
            }
            return false;
        } catch (LinkageError e) {
            return false; // a class that its methods name is missing
        }
    }

    /** Before the call is made again: a task that is running can't be run, so it becomes one that waits. */
    static void prepare(Frames.Frame frame) {
        for (Object value : frame.references) {
            if (value instanceof FutureTask && Access.getField(value, FutureTask.class, "runner") == Thread.currentThread()) {
                Access.setField(value, FutureTask.class, "runner", null);
            }
        }
    }
}
