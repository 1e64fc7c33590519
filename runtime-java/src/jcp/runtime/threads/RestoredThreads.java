package jcp.runtime.threads;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinWorkerThread;
import jcp.runtime.frames.Calls;
import jcp.runtime.frames.Frames;
import jcp.runtime.frames.GoesOn;
import jcp.runtime.frames.Stack;
import jcp.runtime.frames.Workers;
import jcp.runtime.graph.GraphReader;
import jcp.runtime.jvm.Access;
import jcp.runtime.program.Plan;
import jcp.runtime.program.Threads;

/**
 * The threads of a checkpoint besides main ({@link WaitingThreads}), which the replay brings back one after another, in the order in which they
 * came to their calls, or out of them. So each finds the monitors free that it enters on the way: one that waits in {@code Object.wait} has let go of its
 * monitor before the thread came that holds it now. Each is started, its resume blocks restore its frames, and it waits in its call again before the next one starts. What
 * comes out of a call stays behind it until main goes on: no code of the program runs before all threads are there.
 *
 * <p>Whether a platform thread had a permit of {@code LockSupport.unpark} cannot be asked for. One that was held before its call, or in a loop, gets one: else
 * its next {@code park} might wait for ever, whereas by its contract it may return at any time.
 *
 * <p>A thread that waits to enter its first method of the program is started only then, and begins with it.
 *
 * <p>Threads that wait for a monitor come to it one after another before main goes on: so they are blocked there by then, in their order.
 *
 * <p>A thread that awaits a condition must hold the lock when it begins to: it has it for that time, and then the lock's owner has it again.
 */
public final class RestoredThreads {
    /** Nanoseconds. */
    private static final long PATIENCE = 10_000_000_000L;
    private static final GoesOn[] GOES_ON = GoesOn.values();

    private final List<One> all = new ArrayList<>();
    /** Pairs of a thread and a task that waits for a worker of its fork-join pool. */
    private final List<Object> queued = new ArrayList<>();
    /** The one that is resumed now; null if none is. */
    private volatile One current;
    private final Object gate = new Object();
    private boolean open;

    /** One of them. */
    private static final class One {
        final Thread thread;
        final Stack.Restored stack;
        final Plan.Waits chain;
        final GoesOn goesOn;
        final int holds;
        /** The task of a pool or a timer that it runs; null if it runs none. */
        final Object task;
        /** Of a virtual thread: the executor whose thread it is, if there is one; of another one: the pool's worker that its first method calls. */
        final Object executor;
        /** The frame that its hooks read. */
        int depth;
        /** In a chain call that passes through frames that are not the program's: the context that it is to reach. */
        int passing = -1;
        /** Whether its first method of the program has begun, and whether it has come to its call, or behind it. */
        boolean begun;
        volatile boolean came;
        volatile boolean back;
        /** Whether it may ask for the monitor for which it waits, and whether it has entered it. */
        volatile boolean mayEnter;
        volatile boolean entered;
        /** Whether it was interrupted at the gate, and whether it has left it with that. */
        volatile boolean interrupted;
        volatile boolean gone;

        One(Thread thread, Stack.Restored stack, Plan.Waits chain, String[] words, int at, GraphReader graph) {
            this.thread = thread;
            this.stack = stack;
            this.chain = chain;
            goesOn = GOES_ON[Integer.parseInt(words[at + 2])];
            holds = Integer.parseInt(words[at + 3]);
            task = object(graph, words[at + 4]);
            executor = object(graph, words[at + 5]);
        }

        /** Whether it waits to enter its first method of the program, which it begins anew: no hook of its has run. */
        boolean isFirst() {
            return goesOn == GoesOn.ENTERS && chain.isFirst();
        }

        /** Whether it is to be interrupted when it leaves the gate behind its call. */
        boolean isInterrupted() {
            boolean enters = goesOn == GoesOn.ENTERS || goesOn == GoesOn.NOTIFIED;
            return !enters && (interrupted || !isMade(goesOn) && stack.isInterrupted());
        }

        private static Object object(GraphReader graph, String number) {
            return number.equals("0") ? null : graph.object(Integer.parseInt(number));
        }
    }

    /** The chain of a stack of a checkpoint, the main one not counted. */
    public static Plan.Waits chain(Map<String, String[]> state, Plan plan, int number) {
        return plan.threads.get(Integer.parseInt(state.get(WaitingThreads.KEY)[number * WaitingThreads.WORDS + 1]));
    }

    /** Those of a checkpoint, whose stacks are given with the main one first. */
    public RestoredThreads(List<Stack.Restored> stacks, GraphReader graph, Map<String, String[]> state, Plan plan) {
        String[] words = state.getOrDefault(WaitingThreads.KEY, new String[0]);
        for (int i = 1; i < stacks.size(); i++) {
            int at = (i - 1) * WaitingThreads.WORDS;
            Thread thread = (Thread) graph.object(Integer.parseInt(words[at]));
            all.add(new One(thread, stacks.get(i), chain(state, plan, i - 1), words, at, graph));
        }
        for (String number : state.getOrDefault(WaitingThreads.QUEUED, new String[0])) {
            queued.add(graph.object(Integer.parseInt(number)));
        }
    }

    /** The threads, in order. */
    public List<Thread> threads() {
        List<Thread> threads = new ArrayList<>();
        for (One each : all) {
            threads.add(each.thread);
        }
        return threads;
    }

    /** Whether one of them is to run its task in the idle worker's fork-join pool before the worker comes to look for one. */
    boolean comeFirst(Thread idle) {
        for (One each : all) {
            if (ForkJoinWork.isWorker(idle) && ForkJoinWork.isWorker(each.thread)
                    && ((ForkJoinWorkerThread) each.thread).getPool() == ((ForkJoinWorkerThread) idle).getPool()) {
                return true;
            }
        }
        return false;
    }

    /** Brings all back; returns when each is where it was. */
    public void start() {
        ForkJoinWork workers = new ForkJoinWork(threads());
        for (One each : all) {
            if (each.executor != null && !Workers.isVirtual(each.thread)) {
                Tasks.clearQueue(PoolWorkers.queue(PoolWorkers.poolOf(each.executor)), threads());
            }
        }
        for (One each : all) {
            if (!each.isFirst()) {
                start(each);
            }
        }
        workers.end();
        current = null;
        PoolWorkers.startLater();
        for (int i = 0; i < queued.size(); i += 2) {
            ForkJoinWork.submit((Thread) queued.get(i), queued.get(i + 1));
        }
    }

    private void start(One one) {
        current = one;
        Object receiver = receiver(one);
        boolean again = one.goesOn == GoesOn.AGAIN;
        Calls.Lent lent = again ? Calls.lend(receiver, one.thread, one.holds) : null;
        if (again) {
            Meetings.takeBack(receiver, one.chain.name);
        }
        Tasks tasks = one.task == null ? null : new Tasks(one.thread, one.task, Workers.isVirtual(one.thread) ? null : one.executor);
        if (one.task == null) {
            Tasks.asIdle(one.thread);
        }
        long counted = 0;
        if (ForkJoinWork.isWorker(one.thread)) {
            counted = ForkJoinWork.start(one.thread, one.task);
        } else if (Workers.isVirtual(one.thread)) {
            VirtualThreads.start(one.thread, one.task, one.executor);
        } else {
            PoolWorkers.begin(one.thread, one.executor == null ? PoolWorkers.pool(one.thread) : PoolWorkers.poolOf(one.executor));
        }
        long end = System.nanoTime() + PATIENCE;
        while (!isThere(one)) {
            if (System.nanoTime() > end || !one.thread.isAlive()) {
                throw new IllegalStateException("the thread \"" + one.thread.getName() + "\" did not come to its place in time; start the replay again");
            }
            PoolWorkers.pause();
        }
        if (ForkJoinWork.isWorker(one.thread)) {
            ForkJoinWork.count(one.thread, counted);
        }
        if (lent != null) {
            lent.end();
        }
        if (tasks != null) {
            tasks.end();
        }
    }

    private static Object receiver(One one) {
        int slot = one.chain.receiver;
        return slot < 0 ? null : one.stack.frames.at(one.chain.chain.size() - 1).references[slot];
    }

    /** Whether the thread waits in its call, or behind it. */
    private static boolean isThere(One one) {
        boolean waits = Threads.waits(one.thread, Threads.stack(one.thread));
        return waits && (one.back || one.came && one.goesOn != GoesOn.BEHIND && isInCall(one.thread));
    }

    private static boolean isInCall(Thread t) {
        StackTraceElement[] stack = t.getStackTrace();
        return stack.length > 0 && stack[0].getModuleName() != null;
    }

    /** Whether the thread that asks is the one that is resumed now, in its first method of the program. */
    public boolean begins() {
        One one = current == null ? self() : current;
        if (one == null || one.thread != Thread.currentThread() || one.begun) {
            return false;
        }
        if (one.isFirst()) {
            one.begun = true;
            one.entered = true;
            one.stack.goOn();
            one.came = true;
            one.stack.frames = null;
            return false;
        }
        one.begun = true;
        Thread.interrupted(); // a pool that was stopped has interrupted its worker
        return true;
    }

    /** Whether the thread that asks is the one that is resumed now, and has not come to its call. */
    public boolean skips() {
        One one = current;
        return one != null && one.thread == Thread.currentThread() && !one.came;
    }

    /** Whether the thread that asks is being resumed. */
    public boolean resumes() {
        One one = self();
        return one != null && one.begun && !one.came;
    }

    /** Before a chain call through frames that are not the program's; false if the thread that asks is none of these. */
    public boolean passing(int context) {
        One one = self();
        if (one != null) {
            one.passing = context;
        }
        return one != null;
    }

    /** At the start of the method that such a call reaches: whether it was this very call. */
    public boolean passed(int context) {
        One one = current;
        if (one == null || one.thread != Thread.currentThread() || one.passing != context) {
            return false;
        }
        one.passing = -1;
        Thread.interrupted(); // as in begins, of a worker inside a method of the program
        return true;
    }

    /** Behind such a call: whether it has not reached its method; {@code main}: the context that main's call was to reach. */
    public boolean isLost(int main) {
        One one = self();
        return (one == null ? main : one.passing) >= 0;
    }

    /** Selects the frame that the thread which asks reads; false if it is none of these threads. */
    public boolean select(int depth) {
        One one = self();
        if (one != null) {
            one.depth = depth;
        }
        return one != null;
    }

    /** The selected frame of the thread that asks; null if it is none of these. */
    public Frames.Frame frame() {
        One one = self();
        return one == null ? null : one.stack.frames.at(one.depth);
    }

    /** Whether that frame stands at this call. */
    public boolean takes(int way) {
        One one = self();
        return one.chain.ways.get(one.depth) == way;
    }

    /** Whether the call is made again. */
    public boolean again() {
        return isMade(self().goesOn);
    }

    private static boolean isMade(GoesOn goesOn) {
        return goesOn == GoesOn.AGAIN || goesOn == GoesOn.BEFORE || goesOn == GoesOn.ENTERS;
    }

    /** Before a frame's monitors are entered: one that was notified enters them after main. */
    public void enters() {
        One one = self();
        if (one.goesOn == GoesOn.NOTIFIED) {
            stay(one, true);
        }
    }

    /** Before the chain's next method is called, which is synchronized. */
    public void entersMethod() {
        One one = self();
        if (one.goesOn == GoesOn.NOTIFIED) {
            stay(one, true);
        } else if (one.goesOn == GoesOn.ENTERS && one.chain.isMethod && one.depth == one.chain.chain.size() - 2) {
            waits(); // it is what the thread waits for
        }
    }

    /** Before the call. */
    public void waits() {
        One one = self();
        if (one.goesOn == GoesOn.ENTERS) {
            stay(one, true);
        }
        if ((one.goesOn == GoesOn.BEFORE || one.goesOn == GoesOn.ENTERS) && !Workers.isVirtual(one.thread)) {
            Access.U.unpark(one.thread);
        }
        goOn(one);
    }

    private static void goOn(One one) {
        one.stack.goOn();
        one.stack.interrupt();
        one.came = true;
    }

    /** Behind it: stays until main goes on. */
    public void woken() {
        One one = self();
        one.entered = true;
        if (one.goesOn == GoesOn.SIGNALLED) {
            one.came = true;
            Calls.lockAgain(receiver(one), one.holds);
        }
        stay(one, false);
        if (!isMade(one.goesOn)) {
            goOn(one);
        }
        one.gone = true;
        one.stack.frames = null; // what they hold is the program's to let go
    }

    /** Until main goes on, or, {@code enters}, until the thread may ask for its monitor. */
    private void stay(One one, boolean enters) {
        synchronized (gate) {
            one.back = true;
            while (!open && !(enters && one.mayEnter)) {
                try {
                    gate.wait();
                } catch (InterruptedException e) {
                    one.interrupted = true; // it is the program's
                }
            }
        }
        if (one.interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** That of the thread which asks; null if it is none of these. */
    private One self() {
        Thread t = Thread.currentThread();
        for (One each : all) {
            if (each.thread == t) {
                return each;
            }
        }
        return null;
    }

    /** Main is about to go on, and holds its monitors: those that wait for one ask for it. */
    public void enterAll() {
        for (One each : all) {
            if (each.goesOn == GoesOn.ENTERS || each.goesOn == GoesOn.NOTIFIED) {
                synchronized (gate) {
                    each.mayEnter = true;
                    gate.notifyAll();
                }
                if (each.isFirst()) {
                    PoolWorkers.begin(each.thread, null);
                    each.stack.interrupt(each.thread);
                }
                long end = System.nanoTime() + PATIENCE;
                while (!each.entered && !isBlocked(each.thread) && System.nanoTime() < end) {
                    PoolWorkers.pause();
                }
            }
        }
    }

    /** Whether the thread waits for a monitor in a method of the program. */
    private static boolean isBlocked(Thread t) {
        StackTraceElement[] stack = t.getState() == Thread.State.BLOCKED ? t.getStackTrace() : new StackTraceElement[0];
        return stack.length > 0 && stack[0].getModuleName() == null && !stack[0].getClassName().startsWith("jcp.runtime.");
    }

    /** Main goes on. It may ask next whether a thread is interrupted: those at the gate that are have it back by then. */
    public void go() {
        List<One> interrupted = new ArrayList<>();
        synchronized (gate) {
            open = true;
            for (One each : all) {
                if (each.back && each.isInterrupted()) {
                    interrupted.add(each);
                }
            }
            gate.notifyAll();
        }
        for (One each : interrupted) {
            while (!each.gone && each.thread.isAlive()) {
                PoolWorkers.pause();
            }
        }
    }
}
