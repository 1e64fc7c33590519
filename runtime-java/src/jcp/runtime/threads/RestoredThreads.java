package jcp.runtime.threads;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jcp.runtime.frames.Calls;
import jcp.runtime.frames.Frames;
import jcp.runtime.frames.Stack;
import jcp.runtime.graph.GraphReader;
import jcp.runtime.jvm.Access;
import jcp.runtime.program.Plan;

/**
 * The threads of a checkpoint besides main ({@link WaitingThreads}), which the replay brings back one after another, in the order in which they
 * came to their calls. Each is started, its resume blocks restore its frames, and it waits in its call again before the next one starts. What
 * comes out of a call stays behind it until main goes on: no code of the program runs before all threads are there.
 *
 * <p>A thread that awaits a condition must hold the lock when it begins to: it has it for that time, and then the lock's owner has it again.
 */
public final class RestoredThreads {
    /** Nanoseconds. */
    private static final long PATIENCE = 10_000_000_000L;
    private static final String BARRIER = "java.util.concurrent.CyclicBarrier";

    private final List<One> all = new ArrayList<>();
    /** The one that is resumed now; null if none is. */
    private volatile One current;
    private final Object gate = new Object();
    private boolean open;

    /** One of them. */
    private static final class One {
        final Thread thread;
        final Stack.Restored stack;
        final Plan.Waits chain;
        final boolean behind;
        final int holds;
        /** Whether its first method of the program has begun, and whether it has come to its call, or behind it. */
        boolean begun;
        volatile boolean came;
        volatile boolean back;

        One(Thread thread, Stack.Restored stack, Plan.Waits chain, String[] words, int at) {
            this.thread = thread;
            this.stack = stack;
            this.chain = chain;
            behind = Boolean.parseBoolean(words[at + 2]);
            holds = Integer.parseInt(words[at + 3]);
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
            all.add(new One(thread, stacks.get(i), chain(state, plan, i - 1), words, at));
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

    /** Brings all back; returns when each is where it was. */
    public void start() {
        for (One each : all) {
            start(each);
        }
        current = null;
    }

    private void start(One one) {
        current = one;
        Object receiver = receiver(one);
        Calls.Lent lent = one.behind ? null : Calls.lend(receiver, one.thread, one.holds);
        if (!one.behind && receiver != null && receiver.getClass().getName().equals(BARRIER)) {
            Class<?> barrier = receiver.getClass();
            Access.setField(receiver, barrier, "count", (Integer) Access.getField(receiver, barrier, "count") + 1); // it has not arrived
        }
        PoolWorkers.begin(one.thread, null);
        long end = System.nanoTime() + PATIENCE;
        while (!isThere(one)) {
            if (System.nanoTime() > end || !one.thread.isAlive()) {
                throw new IllegalStateException("the thread \"" + one.thread.getName() + "\" did not come to its place in time; start the replay again");
            }
            PoolWorkers.pause();
        }
        if (lent != null) {
            lent.end();
        }
    }

    private static Object receiver(One one) {
        int slot = one.chain.receiver;
        return slot < 0 ? null : one.stack.frames.at(one.chain.chain.size() - 1).references[slot];
    }

    /** Whether the thread waits in its call, or behind it. */
    private static boolean isThere(One one) {
        Thread.State state = one.thread.getState();
        boolean waits = state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
        return waits && (one.back || one.came && !one.behind && isInCall(one.thread));
    }

    private static boolean isInCall(Thread t) {
        StackTraceElement[] stack = t.getStackTrace();
        return stack.length > 0 && stack[0].getModuleName() != null;
    }

    /** Whether the thread that asks is the one that is resumed now, in its first method of the program. */
    public boolean begins() {
        One one = current;
        if (one == null || one.thread != Thread.currentThread() || one.begun) {
            return false;
        }
        one.begun = true;
        return true;
    }

    /** Whether the thread that asks is being resumed. */
    public boolean resumes() {
        One one = current;
        return one != null && one.thread == Thread.currentThread() && one.begun && !one.came;
    }

    /** The frames that are resumed; null if those of main are. */
    public Frames frames() {
        return current == null ? null : current.stack.frames;
    }

    /** Whether the frame of the depth stands at this call. */
    public boolean takes(int depth, int way) {
        return current.chain.ways.get(depth) == way;
    }

    /** Whether the call is made again. */
    public boolean again() {
        return !current.behind;
    }

    /** Before the call. */
    public void waits() {
        goOn(current);
    }

    private static void goOn(One one) {
        one.stack.goOn();
        one.stack.interrupt();
        one.came = true;
    }

    /** Behind it: stays until main goes on. */
    public void woken() {
        One one = self();
        if (!one.came) {
            goOn(one);
        }
        boolean interrupted = false;
        synchronized (gate) {
            one.back = true;
            while (!open) {
                try {
                    gate.wait();
                } catch (InterruptedException e) {
                    interrupted = true; // it is the program's
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private One self() {
        for (One each : all) {
            if (each.thread == Thread.currentThread()) {
                return each;
            }
        }
        throw new IllegalStateException("a thread that was not captured");
    }

    /** Main goes on. */
    public void go() {
        synchronized (gate) {
            open = true;
            gate.notifyAll();
        }
    }
}
