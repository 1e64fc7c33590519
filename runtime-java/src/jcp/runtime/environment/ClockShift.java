package jcp.runtime.environment;

import java.util.Map;
import jcp.runtime.jvm.JvmState;

/** The time at the checkpoint, from which the clock of a replay with {@code --clock replay} goes on. */
public final class ClockShift extends JvmState {
    private static final String KEY = "clock";

    /** The time at the checkpoint: milliseconds, and what {@link System#nanoTime} gave; null if the clock is fresh. */
    private static long[] captured;

    /** What is added to this JVM's time. */
    public static long millis;
    public static long nanos;

    private final boolean goesOn;

    /** {@code goesOn}: whether the clock goes on from the checkpoint. */
    public ClockShift(boolean goesOn) {
        this.goesOn = goesOn;
    }

    @Override
    public void capture(Map<String, String[]> state) {
        state.put(KEY, new String[] {Long.toString(System.currentTimeMillis()), Long.toString(System.nanoTime())});
    }

    /** The captured JVM's time in milliseconds, and what {@link System#nanoTime} gave there. */
    public static long[] captured(Map<String, String[]> state) {
        String[] value = state.get(KEY);
        return new long[] {Long.parseLong(value[0]), Long.parseLong(value[1])};
    }

    /** The program goes on: from now on the clock runs. */
    public static void goOn() {
        if (captured != null) {
            millis = captured[0] - System.currentTimeMillis();
            nanos = captured[1] - System.nanoTime();
        }
    }

    @Override
    public void restore(Map<String, String[]> state) {
        if (goesOn) {
            captured = captured(state);
        }
    }
}
