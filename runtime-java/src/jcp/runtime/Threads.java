package jcp.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The threads of the JVM: which are its own, which are the program's. A thread is the JVM's own if it is in the group
 * "system" and the program did not make it, or carries a name that the JVM gives to helpers in the main group.
 * Threads are listed through their groups, since {@code Thread.getAllStackTraces} computes identity hashes.
 */
final class Threads {
    private Threads() {}

    private static final int FRAMES = 5;
    /** Helpers of the JVM that it starts in other groups than "system". */
    private static final Set<String> HELPERS = Set.of("Common-Cleaner", "Signal Dispatcher", "Notification Thread",
        "process reaper", "Attach Listener", "Finalizer", "Reference Handler", "Service Thread", "Monitor Deflation Thread",
        "DestroyJavaVM", "Keep-Alive-Timer", "Java2D Disposer");

    /** Live threads that are neither the JVM's own nor {@code main}, in the order of their numbers. */
    static List<Thread> foreign(Thread main) {
        ThreadGroup system = main.getThreadGroup();
        while (system.getParent() != null) {
            system = system.getParent();
        }
        Thread[] all = new Thread[Math.max(16, 2 * system.activeCount())];
        int n = system.enumerate(all);
        while (n == all.length) { // enumerate drops silently what does not fit
            all = new Thread[2 * n];
            n = system.enumerate(all);
        }
        List<Thread> found = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            if (all[i] != main && all[i].isAlive() && !own(all[i], system)) {
                found.add(all[i]);
            }
        }
        found.sort((a, b) -> Long.compare(a.getId(), b.getId()));
        return found;
    }

    private static boolean own(Thread t, ThreadGroup system) {
        String name = t.getName();
        boolean helper = HELPERS.contains(name) || name.startsWith("process reaper") || name.startsWith("JFR ")
            || name.startsWith("C1 CompilerThread") || name.startsWith("C2 CompilerThread");
        ThreadGroup group = t.getThreadGroup();
        return Access.isJdk(t.getClass()) && t.isDaemon() && helper
            && (group == null || group == system || group.getParent() == system && "InnocuousThreadGroup".equals(group.getName()));
    }

    /** State and the topmost frames. */
    static String describe(Thread t) {
        StringBuilder s = new StringBuilder("thread \"" + t.getName() + "\", " + t.getState());
        StackTraceElement[] stack = t.getStackTrace();
        for (int i = 0; i < Math.min(FRAMES, stack.length); i++) {
            s.append(i == 0 ? ", at " : " < ").append(stack[i]);
        }
        return s.toString();
    }

    static Problem problem(Thread t) {
        if (t.getClass().getName().equals("java.util.concurrent.ForkJoinWorkerThread") && t.getName().startsWith("ForkJoinPool.common")) {
            return new Problem(t.getClass().getName(), "a live worker of the common pool: " + describe(t),
                "keep parallel streams and asynchronous tasks behind the checkpoint, or run with -Djava.util.concurrent.ForkJoinPool.common.parallelism=0");
        }
        return new Problem(t.getClass().getName(), "a live thread besides main: " + describe(t),
            "join it before the checkpoint, or move the checkpoint");
    }
}
