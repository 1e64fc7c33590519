package jcp.runtime.jvm;

import java.lang.StackWalker.StackFrame;
import java.lang.reflect.Method;
import java.util.Iterator;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Locals of the JDK's own frames on the stack of the thread that asks ({@code java.lang.LiveStackFrame}). Only of objects that have left
 * their method: those that compiled code has taken apart read as null.
 */
public final class LiveFrames {
    private static final String LIVE = "java.lang.LiveStackFrame";

    private LiveFrames() {}

    /** A local of the thread's frame of the method, of the type and not of the other one, outermost frame first; null if there is none. */
    public static Object local(String type, String method, Class<?> of, Class<?> not) {
        Class<?> live = Access.jdk(LIVE);
        StackWalker walker = (StackWalker) Access.call(null, live, "getStackWalker");
        return walker.walk(new Local(Access.method(live, "getLocals", 0), type, method, of, not));
    }

    /** No lambda: linking one takes identity hashes. */
    private static final class Local implements Function<Stream<StackFrame>, Object> {
        private final Method locals;
        private final String type;
        private final String method;
        private final Class<?> of;
        private final Class<?> not;

        Local(Method locals, String type, String method, Class<?> of, Class<?> not) {
            this.locals = locals;
            this.type = type;
            this.method = method;
            this.of = of;
            this.not = not;
        }

        @Override
        public Object apply(Stream<StackFrame> frames) {
            Object found = null;
            for (Iterator<StackFrame> all = frames.iterator(); all.hasNext(); ) {
                StackFrame frame = all.next();
                if (frame.getMethodName().equals(method) && frame.getClassName().equals(type)) {
                    found = in(frame);
                }
            }
            return found;
        }

        private Object in(StackFrame frame) {
            try {
                for (Object local : (Object[]) locals.invoke(frame)) {
                    if (of.isInstance(local) && !not.isInstance(local) && !(local instanceof Thread)) {
                        return local;
                    }
                }
                return null;
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("the locals of " + type + "." + method + " cannot be read", e);
            }
        }
    }
}
