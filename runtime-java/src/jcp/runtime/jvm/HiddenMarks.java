package jcp.runtime.jvm;

/**
 * Has the JVM take a hidden class for an ordinary one for a moment, in which it tells agents the class's file: it tells them nothing of hidden classes.
 *
 * <p>The JVM has a bit for it beside the class's access flags (klass.hpp, klassFlags.hpp): in their highest byte up to JDK 23, in the byte behind them since.
 * What {@code Class.isHidden} says tells whether it was the right one. Invariant: the bit is set again, whatever happens.
 */
public final class HiddenMarks {
    /** Where a bit may be, from the access flags on, and which. */
    private static final int[] PLACES = {3, 2};
    private static final int[] BITS = {4, 1};
    private static long flags = -2;

    private HiddenMarks() {}

    /** The place of the bit that was taken away, to be put back; 0 if there is none, or the JVM is another one. */
    public static long lift(Class<?> type) {
        HotSpot jvm = type.isHidden() ? HotSpot.find() : null;
        long at = jvm == null || flags() < 0 ? 0 : jvm.structure(type) + flags();
        for (int i = 0; at != 0 && i < PLACES.length; i++) {
            byte before = Access.U.getByte(at + PLACES[i]);
            if ((before & BITS[i]) != 0) {
                Access.U.putByte(at + PLACES[i], (byte) (before & ~BITS[i]));
                if (!type.isHidden()) {
                    return at + PLACES[i];
                }
                Access.U.putByte(at + PLACES[i], before);
            }
        }
        return 0;
    }

    /** The end of {@link #lift}. */
    public static void putBack(Class<?> type, long place) {
        for (int i = 0; place != 0 && i < PLACES.length && !type.isHidden(); i++) {
            byte now = Access.U.getByte(place);
            Access.U.putByte(place, (byte) (now | BITS[i]));
            if (!type.isHidden()) {
                Access.U.putByte(place, now);
            }
        }
    }

    private static long flags() {
        if (flags == -2) {
            try {
                flags = new JvmTables().offset("Klass", "_access_flags");
            } catch (ReflectiveOperationException e) {
                flags = -1;
            }
        }
        return flags;
    }

    /** Whether the class lives as long as its loader. Another one has a part of the loader's structure of its own, with which it goes. */
    public static boolean isStrong(Class<?> type, Class<?> beside) {
        HotSpot jvm = HotSpot.find();
        return jvm != null && jvm.loader(type) == jvm.loader(beside);
    }
}
