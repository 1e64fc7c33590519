package jcp.runtime.threads;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadPoolExecutor;
import jcp.runtime.frames.Calls;
import jcp.runtime.frames.GoesOn;
import jcp.runtime.frames.Stack;
import jcp.runtime.frames.Waiter;
import jcp.runtime.frames.Waiters;
import jcp.runtime.frames.WaitingStack;
import jcp.runtime.frames.Workers;
import jcp.runtime.graph.GraphWriter;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.HashGenerator;
import jcp.runtime.program.Plan;
import jcp.runtime.program.Surroundings;
import jcp.runtime.program.Threads;
import jcp.runtime.report.Problem;

/**
 * Threads of the program that wait at the checkpoint in a call of a chain of their own ({@link Waiters}). Such a call counts as not begun:
 * the replay makes it again, with what is left of its time limit. A thread whose call has returned by then is held behind it, and goes on there
 * in the replay.
 *
 * <p>Coming to rest: threads that are in their call are held at once; those that are not are given time to come to it. Each one's stack must be
 * that of its chain. A call may end while the snapshot is taken (its time is up): then what it did to the objects of the JDK may be half in the
 * snapshot, which is taken again.
 *
 * <p>Invariant: what the JDK keeps of threads that wait is in no copy ({@link Synchronizers}), so that making the call again enters the
 * thread once.
 *
 * <p>Left out: threads that lived when a root below main was entered, which the replay has already; threads whose class starts them in a way of its own; a look at whether other objects of the JDK know the
 * threads to wait than those that {@link Synchronizers} has.
 */
public final class WaitingThreads {
    /** Nanoseconds that threads are given to come to their calls. */
    private static final long PATIENCE = 10_000_000_000L;
    /** Nanoseconds after which one that stands still elsewhere is not expected any more. */
    private static final long STILL = 300_000_000L;
    /** Of each thread's part of the state: its number, the chain's, how it goes on, how often it holds a lock, its task, its executor or worker. */
    static final String KEY = "waiting threads";
    static final int WORDS = 6;
    /** Pairs of a thread and a task that waits for a worker of its fork-join pool. */
    static final String QUEUED = "queued fork-join tasks";
    private static final String POOL = "java.util.concurrent.ThreadPoolExecutor";

    /** At the snapshot: those held, in the order in which they came to their calls. */
    private static List<Held> held = List.of();
    /** At the snapshot: all that have chains; null if the plan has none. */
    private static Waiters waiters;
    private static Plan plan;

    private static boolean looksOn;

    private WaitingThreads() {}

    /** A thread that is held. */
    private static final class Held {
        final Waiter waiter;
        final Plan.Waits chain;
        final GoesOn goesOn;

        Held(Waiter waiter, Plan.Waits chain, GoesOn goesOn) {
            this.waiter = waiter;
            this.chain = chain;
            this.goesOn = goesOn;
        }
    }

    /** Closes the gate and waits until all threads that have chains are held, or one will not come. */
    public static void rest(Waiters all, Plan plan) {
        waiters = all;
        WaitingThreads.plan = plan;
        waiters.stop();
        long end = System.nanoTime() + PATIENCE;
        String last = "";
        long still = System.nanoTime();
        while (true) {
            waiters.hold();
            List<Held> found = new ArrayList<>();
            StringBuilder others = new StringBuilder();
            for (Waiter each : waiters.all()) {
                Held one = held(each, plan);
                if (one == null) {
                    others.append(Threads.describe(each.thread));
                } else {
                    insert(found, one);
                }
            }
            for (Thread each : Threads.foreign(Thread.currentThread())) {
                Held first = waiters.of(each) == null ? entering(each, plan) : null;
                if (first != null) {
                    insert(found, first);
                } else if (waiters.of(each) == null && begins(each)) {
                    others.append(Threads.describe(each));
                }
            }
            order(found);
            held = found;
            long now = System.nanoTime();
            if (!others.toString().equals(last) || others.indexOf(Thread.State.RUNNABLE.name()) >= 0) {
                last = others.toString();
                still = now;
            }
            if (last.isEmpty() || now > end || now - still > STILL) {
                return;
            }
            PoolWorkers.pause();
        }
    }

    /** Whether the thread was started and has not come to a method of the program yet: it may have a chain. */
    private static boolean begins(Thread t) {
        for (StackTraceElement each : t.getStackTrace()) {
            if (!Threads.isBelow(each)) {
                return false;
            }
        }
        return t.getState() == Thread.State.RUNNABLE;
    }

    /** Idle workers come in the order in which they wait for tasks. */
    private static void order(List<Held> found) {
        for (int i = 1; i < found.size(); i++) {
            Held one = found.get(i);
            int at = i;
            while (at > 0 && isIdle(one.chain) && isIdle(found.get(at - 1).chain) && place(one) < place(found.get(at - 1))) {
                at--;
            }
            found.remove(i);
            found.add(at, one);
        }
    }

    /** The worker's place among those that wait for tasks of its pool. */
    private static int place(Held one) {
        Object worker = worker(one);
        List<Thread> waiting = worker == null ? null : Takers.waiting(PoolWorkers.queue(PoolWorkers.poolOf(worker)));
        return waiting == null ? 0 : PoolWorkers.indexOf(waiting, one.waiter.thread);
    }

    /** The pool's worker whose run the thread's first method of the program calls; null if the thread begins with the worker, or is none. */
    private static Object worker(Held one) {
        if (!isIdle(one.chain)) {
            return Threads.worksInside(one.waiter.thread) ? one.waiter.worker() : null;
        }
        Object runs = value(one.waiter, one.chain, one.chain.receiver);
        Object worker = runs instanceof Thread ? Workers.target((Thread) runs) : runs; // its class calls the method that it overrides
        return Workers.isWorker(worker) ? worker : null;
    }

    /** A value of the chain's last frame. Deeper ones may be left of a task that threw. */
    private static Object value(Waiter waiter, Plan.Waits chain, int number) {
        return waiter.value(chain.chain.size() - 1, number);
    }

    private static void insert(List<Held> found, Held one) {
        int at = found.size();
        while (at > 0 && found.get(at - 1).waiter.turn() > one.waiter.turn()) {
            at--;
        }
        found.add(at, one);
    }

    /** The thread as one that is held; null if it is not in its chain's call, or behind it. */
    private static Held held(Waiter waiter, Plan plan) {
        if (waiters.of(waiter.thread) != waiter) {
            return waiters.of(waiter.thread) == null ? entering(waiter.thread, plan) : null; // else it has entered its first method
        }
        if (waiter.place() == Waiter.RUNS && isIdle(waiter.thread)) {
            waiter.holdInCall();
        }
        Plan.Waits chain = plan.threads.get(waiter.chain());
        GoesOn how = how(waiter, chain);
        int more = waiter.depth() + 1 - chain.chain.size();
        boolean fits = how != null && !Surroundings.livedAtEntry(waiter.thread) && (more == 0 || more > 0 && isIdle(chain)) && fits(Threads.stack(waiter.thread), chain)
            && !Overridden.startsItself(waiter.thread) && (!isIdle(chain) || isIdle(waiter.thread)) && mayRunAgain(waiter);
        return fits ? new Held(waiter, chain, how) : null;
    }

    /** The thread as one that waits to enter its first method of the program, which no pool has it run; null if it does not. */
    private static Held entering(Thread t, Plan plan) {
        StackTraceElement[] stack = t.getState() == Thread.State.BLOCKED ? Threads.stack(t) : new StackTraceElement[0];
        for (Plan.Waits chain : plan.threads) {
            if (chain.isFirst() && fits(stack, chain) && !Surroundings.livedAtEntry(t) && !Overridden.startsItself(t) && !isTask(t)) {
                return new Held(Waiter.entering(t, chain.number), chain, GoesOn.ENTERS);
            }
        }
        return null;
    }

    /** Whether a pool has the thread run its first method of the program: a task that is known once the method runs. */
    private static boolean isTask(Thread t) {
        return Workers.runsTasks(t) || isVirtual(t);
    }

    /** Whether the chain is that of a worker that waits for a task, in a method of its factory. */
    private static boolean isIdle(Plan.Waits chain) {
        return chain.name.equals("run");
    }

    /** Whether it is a pool's worker that waits for a task: it has none, and begins anew with asking for one. */
    private static boolean isIdle(Thread t) {
        return Threads.runs(t, POOL, "getTask");
    }

    /** Whether its task is known, if it runs one, and nothing of the program's is called before that: a pool's {@code beforeExecute}. */
    private static boolean mayRunAgain(Waiter waiter) {
        if (isVirtual(waiter.thread) && !VirtualThreads.isKnown(waiter.thread)) {
            return false;
        }
        if (isIdle(waiter.thread)) {
            return true;
        }
        ThreadPoolExecutor pool = pool(waiter);
        boolean works = Threads.worksInside(waiter.thread);
        boolean isKnown = waiter.task() != null && (pool != null || !works);
        return !works && !Workers.runsTasks(waiter.thread) || isKnown && !callsBefore(waiter) && (pool == null || Tasks.begins(pool));
    }

    /** Whether code of the program runs before the task that the replay would run again. */
    private static boolean callsBefore(Waiter waiter) {
        return Overridden.callsBefore(pool(waiter)) || Overridden.runsBefore(waiter.thread);
    }

    /** The pool whose task the thread runs, or may run next; null if there is none. */
    private static ThreadPoolExecutor pool(Waiter waiter) {
        boolean works = waiter.worker() != null && Threads.worksInside(waiter.thread);
        return works ? PoolWorkers.poolOf(waiter.worker()) : PoolWorkers.pool(waiter.thread);
    }

    /** The task that it runs; null if it runs none. */
    private static Object task(Held one) {
        return isIdle(one.waiter.thread) ? null : one.waiter.task();
    }

    /** How it goes on, if its stack is its chain's; null if it is on its way. */
    private static GoesOn how(Waiter waiter, Plan.Waits chain) {
        Thread.State state = waiter.thread.getState();
        boolean waits = Threads.waits(waiter.thread, Threads.stack(waiter.thread));
        if (waiter.place() == Waiter.BEHIND) {
            return waits && waiter.isAtGate() ? GoesOn.BEHIND : null;
        }
        if (waiter.place() != Waiter.HELD) {
            return null;
        }
        if (chain.isEntry()) {
            return state == Thread.State.BLOCKED || waits && waiter.isAtGate() ? GoesOn.ENTERS : null;
        }
        if (state == Thread.State.BLOCKED) {
            return chain.isMonitors() && chain.monitors == 1 && !mayThrow(waiter, chain) ? GoesOn.NOTIFIED : null;
        }
        if (!waits || chain.behind) {
            return waits ? GoesOn.BEHIND : null;
        }
        if (chain.name.equals("read") && !Meetings.isPipe(value(waiter, chain, chain.receiver))) {
            return null;
        }
        Object receiver = waiter.isAtGate() || chain.receiver < 0 ? null : value(waiter, chain, chain.receiver);
        if (receiver != null && (Meetings.isOver(receiver, chain.name, waiter.thread) || Meetings.isUnderWay(receiver))) {
            return null;
        }
        if (mayThrow(waiter, chain)) {
            return null;
        }
        boolean signalled = awaits(waiter) && Calls.isSignalled(value(waiter, chain, chain.receiver), waiter.thread);
        return signalled ? GoesOn.SIGNALLED : waiter.isAtGate() ? GoesOn.BEFORE : GoesOn.AGAIN;
    }

    /** Whether it is in a call that gives back the lock of a condition of the JDK while it waits. */
    private static boolean awaits(Waiter waiter) {
        return !waiter.isAtGate() && waiter.holds() > 0;
    }

    /**
     * Whether the thread waits for the monitor or the lock that its call gave back, and the call may be about to throw, or to tell that its time is up. Of one that
     * waits for a monitor and was interrupted nobody knows whether that or a notification has ended its wait.
     */
    private static boolean mayThrow(Waiter waiter, Plan.Waits chain) {
        if (waiter.thread.getState() == Thread.State.BLOCKED) {
            return chain.isMonitors() && waiter.isInterrupted();
        }
        return awaits(waiter) && Calls.mayHaveGivenUp(value(waiter, chain, chain.receiver), waiter.thread);
    }

    /** Whether the stack is the chain, with the JDK's own methods below and above it. */
    static boolean fits(StackTraceElement[] stack, Plan.Waits chain) {
        int at = Threads.first(stack);
        for (Plan.Element each : chain.chain) {
            while (each != chain.chain.get(0) && at >= 0 && stack[at].getModuleName() != null) {
                at--; // a call that passes through frames of the JDK: it was found to, when it arrived
            }
            boolean same = at >= 0 && stack[at].getMethodName().equals(each.method)
                && stack[at].getClassName().equals(each.type.replace('/', '.'));
            if (!same) {
                return false;
            }
            at--;
        }
        for (; at >= 0; at--) {
            if (stack[at].getModuleName() == null && !stack[at].getClassName().startsWith("jcp.runtime.")) {
                return false;
            }
        }
        return true;
    }

    public static boolean isHeld(Thread t) {
        for (Held each : held) {
            if (each.waiter.thread == t) {
                return true;
            }
        }
        return looksOn && SeenThreads.has(t);
    }

    /** Whether it is a state that is written, with threads that are only looked at. */
    public static void looksOn(boolean looks) {
        looksOn = looks;
    }

    /** What the graph starts from besides the threads: tasks that they run. */
    public static List<Object> tasks() {
        List<Object> tasks = new ArrayList<>();
        for (Held each : held) {
            if (task(each) != null) {
                each.waiter.completeTask(true);
                tasks.add(task(each));
            }
            if (worker(each) != null) {
                tasks.add(worker(each));
            }
            tasks.addAll(queued(each));
        }
        return tasks;
    }

    /** Tasks that wait for a worker of the thread's fork-join pool; each is told of the pool's first thread. */
    private static List<Object> queued(Held one) {
        ForkJoinPool pool = ForkJoinPools.pool(one.waiter.thread);
        for (Held each : pool == null ? List.<Held>of() : held) {
            if (ForkJoinPools.pool(each.waiter.thread) == pool) {
                return each == one ? ForkJoinPools.queued(pool) : List.of();
            }
        }
        return List.of();
    }

    /** Their parts of the checkpoint. */
    public static List<Stack> stacks() {
        List<Stack> stacks = new ArrayList<>();
        for (Held each : held) {
            Thread t = each.waiter.thread;
            stacks.add(new WaitingStack(each.chain, each.waiter, HashGenerator.of(t), each.waiter.isInterrupted(), each.goesOn));
        }
        return stacks;
    }

    private static String number(GraphWriter graph, Object object) {
        return object == null ? "0" : Integer.toString(graph.id(object));
    }

    /** Here, as {@link VirtualThreads} is loaded only where there are some. */
    private static boolean isVirtual(Thread t) {
        return Workers.isVirtual(t);
    }

    /** What the replay needs of them besides. */
    public static void capture(GraphWriter graph, Map<String, String[]> state) {
        List<String> words = new ArrayList<>();
        for (Held each : held) {
            words.add(Integer.toString(graph.id(each.waiter.thread)));
            words.add(Integer.toString(each.chain.number));
            words.add(Integer.toString(each.goesOn.ordinal()));
            words.add(Integer.toString(each.waiter.holds()));
            words.add(number(graph, task(each)));
            words.add(number(graph, isVirtual(each.waiter.thread) ? VirtualThreads.executor(each.waiter.thread) : worker(each)));
        }
        if (!words.isEmpty()) {
            state.put(KEY, words.toArray(new String[0]));
        }
        List<String> queued = new ArrayList<>();
        for (Held each : held) {
            for (Object task : queued(each)) {
                queued.add(Integer.toString(graph.id(each.waiter.thread)));
                queued.add(Integer.toString(graph.id(task)));
            }
        }
        if (!queued.isEmpty()) {
            state.put(QUEUED, queued.toArray(new String[0]));
        }
    }

    /** Whether one of them has moved since it was found to be held, or another one has come to its call. */
    public static boolean moved(Plan plan) {
        for (Waiter each : waiters == null ? List.<Waiter>of() : waiters.all()) {
            if (each.place() == Waiter.IN && each.isAtGate()) {
                return true;
            }
        }
        for (Held each : held) {
            Held now = held(each.waiter, plan);
            if (now == null || now.goesOn != each.goesOn) {
                return true;
            }
        }
        return false;
    }

    /** A problem if one has moved. */
    public static void check(Plan plan, List<Problem> problems) {
        if (moved(plan)) {
            problems.add(new Problem("java.lang.Thread", "a thread went on while the snapshot was taken", "capture again, or move the checkpoint"));
        }
    }

    /** Behind the snapshot. */
    public static void forget() {
        for (Held each : held) {
            each.waiter.completeTask(false);
        }
        held = List.of();
        waiters = null;
    }

    /** Why a thread is not held that is in the call of its chain, or behind it; null if it is elsewhere. */
    public static Problem problem(Thread t) {
        Waiter waiter = waiters == null ? null : waiters.of(t);
        StackTraceElement[] stack = waiter == null && t.getState() == Thread.State.BLOCKED && isTask(t) ? Threads.stack(t) : new StackTraceElement[0];
        if (stack.length > 0 && Threads.first(stack) == 0) {
            return new Problem(t.getClass().getName(), "a thread that waits to enter the first method of its task, which is synchronized: " + Threads.describe(t),
                "have that method call the synchronized one, await the task's end before the checkpoint, or move the checkpoint");
        }
        if (waiter == null || waiter.place() == Waiter.RUNS || Surroundings.livedAtEntry(t)) {
            return null;
        }
        String type = t.getClass().getName();
        if (Overridden.startsItself(t)) {
            return new Problem(type, "its class overrides Thread.start, which the replay would have to call: " + Threads.describe(t),
                "await the thread's end before the checkpoint, or have the class leave start as it is");
        }
        if (callsBefore(waiter) && !isIdle(t)) {
            return new Problem(type, "a worker of a pool whose class overrides beforeExecute, in that method, or made by another loader than the program's: " + Threads.describe(t),
                "await the end of the pool's tasks before the checkpoint, or use a pool whose class leaves beforeExecute as it is");
        }
        if (waiter.task() != null && pool(waiter) != null && !Tasks.begins(pool(waiter))) {
            return new Problem(type, "a worker of a pool of timed tasks that was stopped: " + Threads.describe(t), "await the pool's end before the checkpoint");
        }
        if (!mayRunAgain(waiter)) {
            return new Problem(type, "a thread that runs a task of which compiled code has let go: " + Threads.describe(t),
                "await the task's end before the checkpoint, move the checkpoint, or run with -XX:CompileCommand=exclude,java/util/concurrent/CompletableFuture$Async*::run"
                    + " -XX:CompileCommand=exclude,java/util/TimerThread::mainLoop");
        }
        Plan.Waits chain = plan.threads.get(waiter.chain());
        if (mayThrow(waiter, chain)) {
            return new Problem(type, "a thread whose wait may have ended by an interrupt or its time limit, and which waits for the lock again: " + Threads.describe(t),
                "let the thread have the lock and await what it does before the checkpoint, or move the checkpoint");
        }
        if (chain.receiver >= 0 && Meetings.isUnderWay(value(waiter, chain, chain.receiver))) {
            return new Problem(type, "a thread that waits in a barrier or phaser whose action main is in: " + Threads.describe(t), "move the checkpoint behind the action");
        }
        return new Problem(type, "a thread that has a chain did not come to rest in it: " + Threads.describe(t),
            "await the thread's end before the checkpoint, or move the checkpoint");
    }
}
