package jcp.runtime.jvm;

import java.util.Map;

/**
 * Where the JVM keeps fields and elements. Objects hold such places as plain numbers, which are copied as they are: field
 * updaters, buffers, a program's own offsets from {@code sun.misc.Unsafe}. They depend on options, the collector and the size of the
 * heap (compressed references end at 32 GiB), so a replay in a JVM with others is refused.
 */
public final class Addressing extends JvmState {

    private static final String KEY = "addresses";

    /** Fields of several sizes, which the JVM orders. */
    private static final class Probe {
        Object jcpFirst;
        Object jcpSecond;
        int jcpNumber;
        long jcpWide;
        byte jcpSmall;
    }

    @Override
    public void capture(Map<String, String[]> state) {
        state.put(KEY, new String[] {signature()});
    }

    /** Ends the replay if this JVM keeps them elsewhere. */
    static void check(Map<String, String[]> state) {
        String[] taken = state.get(KEY);
        if (taken != null && !taken[0].equals(signature())) {
            throw new IllegalStateException("the capturing run's JVM placed fields and array elements at other offsets (" + taken[0]
                + ") than this one (" + signature() + "); replay with the same garbage collector, the same options such as -XX:UseCompressedOops,"
                + " and a heap on the same side of 32 GiB");
        }
    }

    private static String signature() {
        StringBuilder text = new StringBuilder();
        text.append(Access.arrayBase(byte[].class)).append(' ').append(Access.arrayBase(long[].class)).append(' ')
            .append(Access.arrayBase(Object[].class)).append(' ').append(Access.arrayScale(Object[].class));
        for (String field : new String[] {"jcpFirst", "jcpSecond", "jcpNumber", "jcpWide", "jcpSmall"}) {
            text.append(' ').append(Access.offset(Probe.class, field));
        }
        return text.toString();
    }

    @Override
    public void restore(Map<String, String[]> state) {
        check(state);
    }
}
