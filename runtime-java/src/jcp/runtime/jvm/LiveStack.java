package jcp.runtime.jvm;

import java.lang.StackWalker.StackFrame;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The frames of the thread that asks with their values ({@code java.lang.LiveStackFrame}), those of hidden classes and of reflection, too. That the JVM
 * knows all values is seen to by {@link CompleteFrames}.
 */
public final class LiveStack {
    private static final Class<?> INFO = Access.jdk("java.lang.LiveStackFrameInfo");
    /** {@code LiveStackFrameInfo.MODE_INTERPRETED}. */
    private static final int INTERPRETED = 1;
    private static final Class<?> LIVE = Access.jdk("java.lang.LiveStackFrame");

    private LiveStack() {}

    /** {@code look}: at the frames, innermost first. */
    public static <T> T walk(Function<Stream<StackFrame>, T> look) {
        List<T> found = new ArrayList<>();
        try {
            Opening.natively(new Runnable() { // no lambda, whose linking takes hashes
                @Override
                public void run() {
                    found.add(walked(look));
                }
            });
        } catch (ClassNotFoundException e) {
            throw Missing.error("the values of frames cannot be read: " + e, e);
        }
        return found.get(0);
    }

    private static <T> T walked(Function<Stream<StackFrame>, T> look) {
        Set<StackWalker.Option> options = Set.of(StackWalker.Option.SHOW_HIDDEN_FRAMES, StackWalker.Option.RETAIN_CLASS_REFERENCE);
        try {
            return ((StackWalker) Access.method(LIVE, "getStackWalker", Set.class).invoke(null, options)).walk(look);
        } catch (ReflectiveOperationException e) {
            throw Missing.error("the values of frames cannot be read: " + e, e);
        }
    }

    /** The frame as it stands. */
    public static JdkFrame frame(StackFrame frame, int depth, boolean callsOn, boolean isNext) {
        String[] method = {frame.getClassName().replace('.', '/'), frame.getMethodName(), FrameMethods.descriptor(frame)};
        Integer flags = ClassFields.method(frame.getDeclaringClass(), method[1], method[2]);
        int known = flags == null || flags < 0 ? 0 : flags;
        boolean isCompiled = ((Number) Access.getField(frame, INFO, "mode")).intValue() != INTERPRETED;
        boolean[] is = {callsOn, isNext, Modifier.isStatic(known), Modifier.isSynchronized(known), isCompiled};
        JdkFrame.Values monitors = values(frame, "getMonitors");
        JdkFrame.Values[] values = {values(frame, "getLocals"), values(frame, "getStack"), isCompiled ? monitors : held(monitors)};
        return new JdkFrame(depth, method, frame.getByteCodeIndex(), is, values);
    }

    /** The interpreter keeps the places of monitors that were left. */
    private static JdkFrame.Values held(JdkFrame.Values monitors) {
        List<Object> held = new ArrayList<>();
        for (Object each : monitors.objects) {
            if (each != null) {
                held.add(each);
            }
        }
        JdkFrame.Values values = new JdkFrame.Values(held.size());
        for (int i = 0; i < held.size(); i++) {
            values.objects[i] = held.get(i);
        }
        return values;
    }

    private static JdkFrame.Values values(StackFrame frame, String what) {
        Method get = Access.method(LIVE, what, 0);
        Object[] slots;
        try {
            slots = (Object[]) get.invoke(frame);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the values of " + frame + " cannot be read", e);
        }
        JdkFrame.Values values = new JdkFrame.Values(slots.length);
        for (int i = 0; i < slots.length; i++) {
            if (slots[i] != null && slots[i].getClass().getName().startsWith("java.lang.LiveStackFrameInfo$PrimitiveSlot")) {
                values.hasNumber[i] = true;
                values.numbers[i] = (Long) Access.getField(slots[i], slots[i].getClass(), "value");
            } else {
                values.objects[i] = slots[i];
            }
        }
        return values;
    }
}
