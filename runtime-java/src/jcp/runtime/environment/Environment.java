package jcp.runtime.environment;

import java.util.ArrayList;
import java.util.List;
import jcp.runtime.files.StandardInput;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.JdkClasses;
import jcp.runtime.jvm.JvmState;
import jcp.runtime.program.AgentState;
import jcp.runtime.program.LibraryThreads;
import jcp.runtime.program.Surroundings;
import jcp.runtime.program.Threads;
import jcp.runtime.report.Problem;
import jcp.runtime.threads.IdleWorkers;
import jcp.runtime.threads.LoneThreads;
import jcp.runtime.threads.PoolWorkers;
import jcp.runtime.threads.VirtualThreads;
import jcp.runtime.threads.WaitingThreads;

/**
 * What of the JVM as a whole is an obstacle to a checkpoint, and how it was when the run began. What is restored of it are
 * {@link JvmState}s.
 *
 * <p>Invariant: nothing here changes what the program can see.
 */
public final class Environment {
    /** How often threads are looked at anew, as workers ended their tasks meanwhile. */
    private static final int TRIES = 3;

    private Environment() {}

    /** Remembers how the run began, or how it was when the root was entered. */
    public static void begin() {
        AgentState.runBegins();
        SystemProperties.remember();
        RegistryObstacles.begin();
        StandardInput.remember();
        StandardOutput.remember();
    }

    /** Adds what stands in the way of a checkpoint now. */
    public static void check(List<Problem> problems) {
        Thread main = Thread.currentThread();
        threads(Threads.foreign(main), problems);
        Threads.checkProcesses(problems);
        ClassLoader context = main.getContextClassLoader();
        if (context != Access.class.getClassLoader()) {
            problems.add(new Problem(String.valueOf(context == null ? null : context.getClass().getName()),
                "the context class loader of the main thread was changed", "set it after the checkpoint"));
        }
        StandardInput.check(problems);
        StandardOutput.check(problems);
        DefaultTimeZone.check(problems);
        SystemProperties.check(problems);
        OffHeapUse.check(problems);
        RegistryObstacles.check(problems);
        JdkTables.check(problems);
    }

    /** The live threads besides main, but for the JVM's own: virtual ones, too, as far as the JDK lists them. */
    public static List<Thread> threads(Thread main) {
        List<Thread> found = Threads.foreign(main);
        if (hasVirtual()) {
            found.addAll(VirtualThreads.living());
        }
        return found;
    }

    /** Whether the program may have virtual threads; their class is not loaded for the question. */
    private static boolean hasVirtual() {
        return JdkClasses.initialized("java.lang.VirtualThread") != null;
    }

    private static void threads(List<Thread> foreign, List<Problem> problems) {
        long end = System.nanoTime() + Threads.PATIENCE;
        List<Problem> found = new ArrayList<>();
        obstacles(foreign, end, found);
        for (int i = 1; i < TRIES && !found.isEmpty() && PoolWorkers.haveEndedTasks(foreign); i++) {
            found.clear();
            obstacles(foreign, end, found);
        }
        problems.addAll(found);
    }

    private static void obstacles(List<Thread> foreign, long end, List<Problem> problems) {
        boolean rest = IdleWorkers.atRest(foreign);
        boolean virtual = virtualThreads(problems);
        PoolWorkers.find(startedSince(foreign));
        for (Thread t : foreign) {
            if (!t.isAlive() || Surroundings.own(t) || PoolWorkers.isIdle(t) || WaitingThreads.isHeld(t)) {
                continue;
            }
            if (virtual && IdleWorkers.isCarrier(t)) {
                continue;
            }
            Problem problem = rest && IdleWorkers.isWorker(t) ? IdleWorkers.problem(t) : problem(t, end);
            if (problem != null && t.isAlive()) { // it may have ended while it was looked at
                problems.add(LibraryThreads.advise(t, problem));
            }
        }
    }

    /** Those that did not live when a root below main was entered. */
    private static List<Thread> startedSince(List<Thread> foreign) {
        List<Thread> found = new ArrayList<>();
        for (Thread t : foreign) {
            if (!Surroundings.livedAtEntry(t)) {
                found.add(t);
            }
        }
        return found;
    }

    /** Whether virtual threads are obstacles. */
    private static boolean virtualThreads(List<Problem> problems) {
        if (!hasVirtual()) {
            return false;
        }
        int before = problems.size();
        long end = System.nanoTime() + Threads.PATIENCE;
        VirtualThreads.check(problems);
        for (Thread t : VirtualThreads.living()) {
            Problem problem = WaitingThreads.isHeld(t) ? null : problem(t, end);
            if (problem != null && t.isAlive()) {
                problems.add(problem);
            }
        }
        return problems.size() > before;
    }

    private static Problem problem(Thread t, long end) {
        Problem known = WaitingThreads.problem(t);
        if (known == null && !Surroundings.livedAtEntry(t)) {
            known = LoneThreads.problem(t);
        }
        return known == null ? Threads.problem(t, Surroundings.livedAtEntry(t), end) : known;
    }
}
