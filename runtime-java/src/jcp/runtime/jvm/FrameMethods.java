package jcp.runtime.jvm;

import java.lang.StackWalker.StackFrame;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Walks over the stack, and the methods of the frames that they give.
 *
 * <p>The JDK's walker calls by reflection when it begins. From JDK 18 on that makes code of method handles, which the program's own call sites may share: so the
 * first walk is made while reflection calls natively, and later ones go on with what it has made.
 */
public final class FrameMethods {
    private static final int BRIDGE = 0x40;
    private static final Class<?> INFO = Access.jdk("java.lang.StackFrameInfo");

    private static boolean begun;

    private FrameMethods() {}

    /** {@code look}: at the frames of the thread that asks, innermost first. */
    public static <T> T walk(Function<Stream<StackFrame>, T> look) {
        if (!begun) {
            begun = true;
            first();
        }
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).walk(look);
    }

    private static void first() {
        try {
            Opening.natively(new Runnable() { // no lambda, whose linking takes hashes
                @Override
                public void run() {
                    walk(new Nothing());
                }
            });
        } catch (ClassNotFoundException e) {
            return; // another JDK: as it calls methods itself
        }
    }

    private static final class Nothing implements Function<Stream<StackFrame>, Object> {
        @Override
        public Object apply(Stream<StackFrame> frames) {
            return frames.iterator().next();
        }
    }

    /** The descriptor as the JVM gives it: from JDK 25 on the JDK would make the types of it, which hashes their classes. */
    public static String descriptor(StackFrame frame) {
        if (INFO.isInstance(frame) && Access.hasField(INFO, "type")) {
            frame.getMethodName(); // has the JVM tell both
            Object type = Access.getField(frame, INFO, "type");
            if (type instanceof String) {
                return (String) type;
            }
        }
        return frame.getDescriptor();
    }

    /** Whether it is a method of the compiler that only casts and calls the one that overrides with other types. */
    public static boolean isBridge(StackFrame frame) {
        Integer flags = ClassFields.method(frame.getDeclaringClass(), frame.getMethodName(), descriptor(frame));
        return flags != null && flags >= 0 && (flags & BRIDGE) != 0;
    }
}
