package jcp.runtime.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.JdkClasses;
import jcp.runtime.report.Problem;

/**
 * The threads of the JVM: which are its own, which are the program's. A thread is the JVM's own if it is in the group
 * "system" and the program did not make it, or carries a name that the JVM gives to helpers in the main group.
 * Threads are listed through their groups, since {@code Thread.getAllStackTraces} computes identity hashes.
 */
public final class Threads {
    /** While a snapshot is taken: whether the main thread was interrupted. */
    public static boolean interrupted;

    private Threads() {}

    private static final int FRAMES = 4;
    /** Nanoseconds that threads are given to come to wait, so that a refusal can tell their chains. */
    public static final long PATIENCE = 2_000_000_000L;
    /** After how many looks, a millisecond or more apart, at threads that all stand still nothing is to be expected any more. */
    private static final int STILL = 60;
    private static final String POOL = "java.util.concurrent.ThreadPoolExecutor";
    private static final String FORK_JOIN = "java.util.concurrent.ForkJoinPool";
    /** Helpers of the JVM that it starts in other groups than "system". */
    private static final Set<String> HELPERS = Set.of("Common-Cleaner", "Signal Dispatcher", "Notification Thread",
        "process reaper", "Attach Listener", "Finalizer", "Reference Handler", "Service Thread", "Monitor Deflation Thread",
        "DestroyJavaVM", "Keep-Alive-Timer", "Java2D Disposer");

    private static ThreadGroup group() {
        ThreadGroup system = Thread.currentThread().getThreadGroup();
        while (system.getParent() != null) {
            system = system.getParent();
        }
        return system;
    }

    /** The live threads, in the order of their numbers. */
    private static List<Thread> all(ThreadGroup system) {
        Thread[] all = new Thread[Math.max(16, 2 * system.activeCount())];
        int n = system.enumerate(all);
        while (n == all.length) { // enumerate drops silently what does not fit
            all = new Thread[2 * n];
            n = system.enumerate(all);
        }
        List<Thread> found = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            int at = found.size();
            while (at > 0 && found.get(at - 1).getId() > all[i].getId()) {
                at--;
            }
            found.add(at, all[i]);
        }
        return found;
    }

    /** Live threads that are neither the JVM's own nor {@code main}. */
    public static List<Thread> foreign(Thread main) {
        ThreadGroup system = group();
        List<Thread> found = new ArrayList<>();
        for (Thread t : all(system)) {
            if (t != main && t.isAlive() && !own(t, system) && !LauncherThreads.has(t)) {
                found.add(t);
            }
        }
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

    /** State, the topmost frame and the topmost ones of the program. */
    public static String describe(Thread t) {
        StringBuilder s = new StringBuilder("thread \"" + t.getName() + "\", " + t.getState());
        String between = ", at ";
        int shown = 0;
        for (StackTraceElement e : t.getStackTrace()) {
            boolean own = e.getModuleName() == null;
            if (shown == 0 || own && shown <= FRAMES) {
                s.append(between).append(own ? e : e.getClassName() + "." + e.getMethodName());
                between = " < ";
                shown++;
            } else if (!between.startsWith(" < …")) {
                between = " < … < ";
            }
        }
        return s.append(between.equals(" < … < ") ? " < …" : "").toString();
    }

    /** {@code old}: it lived when the root was entered, below main; {@code end}: until when the thread may come to wait. */
    public static Problem problem(Thread t, boolean old, long end) {
        if (old) {
            return new Problem(t.getClass().getName(), "a thread that lived already when the chain's first method was called: " + describe(t),
                "start the chain with main; or, if the thread belongs to what runs the program, name its classes in -D" + Surroundings.PROPERTY);
        }
        String chain = chainSoon(t, end);
        String found = chain == null ? running(t) : chain;
        if (found == null) {
            return problem(t);
        }
        String how = chain == null ? "', which holds it in a loop around one of these lines, if there is one; or join it before the checkpoint" : "', or join it before the checkpoint";
        Problem problem = new Problem(t.getClass().getName(), "a live thread that jcp was told no chain of: " + describe(t),
            "instrument with --threads '" + found + how);
        problem.thread = found;
        return problem;
    }

    /** Classes of the JDK that may lie below a thread's first method of the program: they are run again in the replay. */
    private static final Set<String> BELOW = Set.of("java.lang.Thread", POOL, POOL + "$Worker", "java.util.concurrent.FutureTask",
        "java.util.concurrent.Executors$RunnableAdapter", "java.util.concurrent.ScheduledThreadPoolExecutor$ScheduledFutureTask",
        "java.util.TimerThread", "java.util.concurrent.ForkJoinWorkerThread", FORK_JOIN, FORK_JOIN + "$WorkQueue", "java.util.concurrent.RecursiveTask",
        "java.util.concurrent.RecursiveAction", "java.util.concurrent.CountedCompleter", "java.lang.VirtualThread",
        "java.util.concurrent.ThreadPerTaskExecutor$TaskRunner", "java.util.concurrent.ThreadPerTaskExecutor$ThreadBoundFuture",
        "java.lang.ScopedValue$Carrier", "jdk.internal.vm.ScopedValueContainer");
    /** Those of tasks for fork-join pools, which have a name of this beginning. */
    private static final String FORKED = "java.util.concurrent.ForkJoinTask";
    /** The stages of a future, and the methods of the future itself that run one. */
    private static final String FUTURE = "java.util.concurrent.CompletableFuture";
    private static final String[] STAGES = {"Async", "Completion", "Uni", "Bi", "Or", "uni", "bi", "or"};

    /** Whether the frame may lie below a thread's first method of the program. */
    public static boolean isBelow(StackTraceElement frame) {
        return isBelow(frame.getClassName(), frame.getMethodName());
    }

    /** The same of a method. */
    public static boolean isBelow(String type, String method) {
        if (!type.startsWith(FUTURE)) {
            return BELOW.contains(type) || type.startsWith(FORKED);
        }
        String name = type.equals(FUTURE) ? method : type.substring(FUTURE.length() + 1);
        for (String stage : STAGES) {
            if (name.startsWith(stage)) {
                return true;
            }
        }
        return false;
    }

    /** Native methods of the JDK in which a thread waits for a connection or a datagram: the JVM takes it to run. */
    private static final Set<String> NATIVE = Set.of("poll", "wait", "accept", "accept0", "receive0");

    /** Whether a thread waits in the JDK's method. One that stands elsewhere has begun to wait since its stack was taken, or goes to and fro. */
    private static boolean isWait(String method) {
        return method.startsWith("park") || method.startsWith("wait") || method.startsWith("sleep");
    }

    /** Whether the thread waits; {@code stack}: its stack. */
    public static boolean waits(Thread t, StackTraceElement[] stack) {
        Thread.State state = t.getState();
        if (state != Thread.State.RUNNABLE && state != Thread.State.BLOCKED || stack.length == 0) {
            return (state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING) && (stack.length == 0 || isWait(stack[0].getMethodName()));
        }
        StackTraceElement top = stack[0];
        if (state == Thread.State.BLOCKED) {
            return top.getClassName().equals("java.lang.Object"); // it was notified
        }
        return top.isNativeMethod() && top.getClassName().startsWith("sun.nio.ch.") && NATIVE.contains(top.getMethodName());
    }

    /** The same of a thread that comes to wait within a moment: its work may be done soon, as main gives it no more. */
    private static String chainSoon(Thread t, long end) {
        int still = 0;
        while (true) {
            String chain = chain(t);
            if (chain != null || !t.isAlive() || still > STILL || System.nanoTime() > end) {
                return chain;
            }
            still = allStill() ? still + 1 : 0;
            Access.U.park(false, 1_000_000);
        }
    }

    /** Whether no thread does anything that could let another go on: each waits without a time limit, or is idle in the JDK's code. */
    private static boolean allStill() {
        for (Thread each : foreign(Thread.currentThread())) {
            Thread.State state = each.getState();
            if (state == Thread.State.RUNNABLE || state == Thread.State.TIMED_WAITING && around(each) != null) {
                return false;
            }
        }
        return JdkClasses.initialized("java.lang.VirtualThread") == null; // they are not in the list
    }

    /** Where on the stack what {@link #isBelow} ends: there is the thread's first method of the program, if it has one. -1: nowhere. */
    public static int first(StackTraceElement[] stack) {
        int at = stack.length - 1;
        while (at >= 0 && isBelow(stack[at])) {
            at--;
        }
        return at;
    }

    /** The thread's stack without frames of function objects, which only call on, and which some JDKs show. */
    public static StackTraceElement[] stack(Thread t) {
        List<StackTraceElement> frames = new ArrayList<>();
        for (StackTraceElement each : t.getStackTrace()) {
            if (each.getClassName().indexOf('/') < 0) {
                frames.add(each);
            }
        }
        return frames.toArray(new StackTraceElement[0]);
    }

    /**
     * The thread's methods of the program with the lines of their calls, and the method of the JDK in which it waits; null if the JDK's own code
     * lies between them, or it does not wait.
     */
    private static String chain(Thread t) {
        StackTraceElement[] stack = stack(t);
        int at = first(stack);
        boolean enters = t.getState() == Thread.State.BLOCKED && stack.length > 0 && stack[0].getModuleName() == null;
        boolean stays = (enters || waits(t, stack)) && same(stack, stack(t)); // else the stack may be that of before it waited
        if (!stays || at < 0 || stack[at].getModuleName() != null) {
            return null;
        }
        StringBuilder chain = new StringBuilder();
        while (at >= 0 && isOwn(stack[at])) {
            chain.append(stack[at].getClassName()).append('.').append(stack[at].getMethodName());
            chain.append(stack[at].getLineNumber() > 0 ? ":" + stack[at].getLineNumber() : "").append("; ");
            int next = next(stack, at - 1);
            chain.append(next < at - 1 ? between(stack, next, at) : "");
            at = next;
        }
        if (at < 0) {
            return enters ? chain + "java.lang.Object.monitorenter" : null;
        }
        chain.append(stack[at].getClassName()).append('.').append(stack[at].getMethodName());
        for (; at >= 0; at--) {
            if (stack[at].getModuleName() == null) {
                return null;
            }
        }
        return chain.toString();
    }

    /** The place of the next method of the program, if between lies only what asks for a pool's next task, or runs one; else the place itself. */
    private static int next(StackTraceElement[] stack, int at) {
        int next = at;
        boolean callsOn = true;
        boolean inPool = false;
        while (next >= 0 && isBelow(stack[next])) {
            inPool |= isLoop(stack[next]);
            callsOn &= CALL_ON.contains(stack[next].getClassName());
            next--;
        }
        return next >= 0 && isOwn(stack[next]) && (callsOn || inPool) ? next : at;
    }

    /** Of those below: what merely calls a task. */
    private static final Set<String> CALL_ON = Set.of("java.util.concurrent.FutureTask", "java.util.concurrent.Executors$RunnableAdapter",
        "java.lang.ScopedValue$Carrier", "jdk.internal.vm.ScopedValueContainer");

    private static boolean isLoop(StackTraceElement frame) {
        return frame.getClassName().equals(POOL) && frame.getMethodName().equals("runWorker");
    }

    /** What a chain has for the JDK's frames between two methods of the program: that of a pool's loop, or the first one, as it runs a task. */
    private static String between(StackTraceElement[] stack, int next, int at) {
        StackTraceElement found = stack[at - 1];
        for (int i = at - 1; i > next; i--) {
            found = isLoop(stack[i]) ? stack[i] : found;
        }
        return stack[next + 1].getMethodName().equals("getTask") ? "" : found.getClassName() + "." + found.getMethodName() + "; ";
    }

    /** Whether it is a pool's worker that runs a task, and its first method of the program is not the task's: begun again it would have none. */
    public static boolean worksInside(Thread t) {
        StackTraceElement[] stack = stack(t);
        for (int at = first(stack) - 1; at >= 0; at--) {
            if (stack[at].getClassName().equals(POOL) && stack[at].getMethodName().equals("runWorker")) {
                return !runs(t, POOL, "getTask");
            }
        }
        return false;
    }

    /** Not {@code Arrays.equals}, whose descriptor would be one text more. */
    private static boolean same(StackTraceElement[] a, StackTraceElement[] b) {
        boolean same = a.length == b.length;
        for (int i = 0; same && i < a.length; i++) {
            same = a[i].equals(b[i]);
        }
        return same;
    }

    /** Packages whose native methods wait for the world outside: a thread in one does not come back to a loop. */
    private static final String[] OUTSIDE = {"sun.nio.", "java.net.", "java.io.", "java.lang.Process"};

    /**
     * The methods of the program that the thread runs, with lines, up to code of the JDK that calls others, or to one that calls itself; null if it
     * runs none.
     */
    private static String running(Thread t) {
        StackTraceElement[] stack = stack(t);
        if (t.getState() != Thread.State.RUNNABLE || stack.length == 0) {
            return null;
        }
        for (String each : OUTSIDE) {
            if (stack[0].isNativeMethod() && stack[0].getClassName().startsWith(each)) {
                return null;
            }
        }
        StringBuilder chain = new StringBuilder();
        for (int at = first(stack); at >= 0 && isOwn(stack[at]) && stack[at].getLineNumber() > 0; at--) {
            String method = stack[at].getClassName() + "." + stack[at].getMethodName() + ":";
            if (chain.indexOf(method) >= 0) {
                break;
            }
            chain.append(chain.length() == 0 ? "" : "; ").append(method).append(stack[at].getLineNumber());
        }
        return chain.length() == 0 ? null : chain.toString();
    }

    private static boolean isOwn(StackTraceElement frame) {
        return frame.getModuleName() == null && !frame.getClassName().startsWith("jcp.runtime.");
    }

    private static Problem problem(Thread t) {
        String remedy = "join it before the checkpoint, or move the checkpoint";
        if (t.getClass().getName().equals("java.util.concurrent.DelayScheduler")) {
            return new Problem(t.getClass().getName(), "a delayed task of a fork-join pool is to come",
                "await or cancel the task before the checkpoint, use a ScheduledThreadPoolExecutor, or move the checkpoint");
        }
        if (t.getName().startsWith("ForkJoinPool.common")) {
            return new Problem(t.getClass().getName(), "a worker of the common pool that is at work: " + describe(t),
                "await the end of parallel streams and asynchronous tasks before the checkpoint, or run with -Djava.util.concurrent.ForkJoinPool.common.parallelism=0");
        }
        if (runs(t, POOL, "getTask")) {
            String around = around(t);
            if (around != null) {
                return new Problem(t.getClass().getName(), "an idle worker of a pool, \"" + t.getName() + "\", inside a method that would run again: " + around,
                    "have the pool's thread factory give the task to the thread as it is (new Thread(task)), shut the pool down before the"
                        + " checkpoint, or move the checkpoint");
            }
        }
        if (runs(t, "sun.net.httpserver.ServerImpl$Dispatcher", "run")) {
            remedy = "let the server's requests end before the checkpoint, stop the server, or move the checkpoint";
        } else if (runs(t, "java.util.TimerThread", "run")) {
            remedy = "await the end of the timer's task before the checkpoint, or move the checkpoint";
        } else if (runs(t, POOL, "runWorker") || runs(t, FORK_JOIN, "runWorker")) {
            remedy = "await the end of its executor's tasks before the checkpoint, or move the checkpoint";
        } else if (Access.isJdk(t.getClass()) && t.getClass() != Thread.class) {
            remedy = "close the object that owns the thread before the checkpoint, or move the checkpoint";
        }
        return new Problem(t.getClass().getName(), "a live thread besides main: " + describe(t), remedy);
    }

    /** The outermost method on the thread's stack that is not the JDK's; null if there is none. */
    private static String around(Thread t) {
        String found = null;
        for (StackTraceElement e : t.getStackTrace()) {
            if (e.getModuleName() == null) {
                found = e.getClassName() + "." + e.getMethodName();
            }
        }
        return found;
    }

    /** Whether the method is on the thread's stack. */
    public static boolean runs(Thread t, String type, String method) {
        for (StackTraceElement e : t.getStackTrace()) {
            if (e.getClassName().equals(type) && e.getMethodName().equals(method)) {
                return true;
            }
        }
        return false;
    }

    /** Child processes that are running: the JVM has a thread for each that waits for its end. */
    public static void checkProcesses(List<Problem> problems) {
        for (Thread t : all(group())) {
            if (t.getName().startsWith("process reaper") && runs(t, "java.lang.ProcessHandleImpl", "waitForProcessExit0")) {
                problems.add(new Problem("java.lang.Process", "a child process is running, which the replay would not have",
                    "wait for its end before the checkpoint, or move the checkpoint"));
            }
        }
    }
}
