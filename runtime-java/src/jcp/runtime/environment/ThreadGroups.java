package jcp.runtime.environment;

import java.util.Map;
import jcp.runtime.jvm.JvmState;

/** The greatest priority of threads in the main thread's group. */
public final class ThreadGroups extends JvmState {
    private static final String KEY = "main group";

    @Override
    public void capture(Map<String, String[]> state) {
        state.put(KEY, new String[] {Integer.toString(Thread.currentThread().getThreadGroup().getMaxPriority())});
    }

    /** After the thread's own priority, which may be higher. */
    @Override
    public void restoreLate(Map<String, String[]> state) {
        int greatest = Integer.parseInt(state.get(KEY)[0]);
        if (Thread.currentThread().getThreadGroup().getMaxPriority() != greatest) {
            Thread.currentThread().getThreadGroup().setMaxPriority(greatest);
        }
    }
}
