package jcp.runtime.frames;

import java.lang.StackWalker.StackFrame;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Stream;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.FrameMethods;
import jcp.runtime.jvm.HashGenerator;
import jcp.runtime.program.Plan;
import jcp.runtime.program.Threads;

/**
 * The threads of a capturing run that have chains, and the gate at which they are held while a snapshot is taken.
 *
 * <p>The handshake: a thread sets its place to {@link Waiter#IN} before the call in which it waits, and takes that back behind it by
 * compare-and-set. {@link #stop} closes the gate and sets {@link Waiter#HELD} for each that is in; whoever finds that, or comes to its call
 * while the gate is closed, stays at the gate. So no thread with a chain runs code of the program from then on until {@link #go}, but for those
 * that have not come to their call yet. No thread is interrupted or woken.
 *
 * <p>Threads may begin before the run's first hook in main: class initialisers start some. So nothing here needs the plan. Nothing takes
 * identity hashes, and no class is loaded that the first hook has not loaded: another thread's generators are not put back.
 */
public final class Waiters {
    private static final long ID = Access.offset(Thread.class, "tid");
    /** The number of the thread that the JVM runs {@code main} on: JDKs that do not name it begin with it. */
    private static final long MAIN = Access.hasField(Thread.class, "PRIMORDIAL_TID") ? (Long) Access.getField(null, Thread.class, "PRIMORDIAL_TID") : 1;

    /**
     * By the number of the thread, with open addressing. Never full. Not volatile, so that the hooks before a call look a thread up once: a thread
     * enters itself, and a later table is complete when it is put here.
     */
    private Waiter[] table = new Waiter[16];
    private final AtomicLong turns = new AtomicLong();
    private final Object gate = new Object();
    private volatile boolean closed;
    private volatile boolean ended;

    /** Whether methods are told to keep frames when no snapshot will be taken any more: {@link Shown} has others. */
    private final boolean shows;

    public Waiters(boolean shows) {
        this.shows = shows;
        Calls.holds(new Waiter()); // links the classes here, which takes hashes
        Workers.runsTasks(Thread.currentThread());
    }

    /** Whether it is the thread that the JVM runs {@code main} on. */
    static boolean isMain(Thread t) {
        return Access.U.getLong(t, ID) == MAIN;
    }

    private static int slot(Thread t, int length) {
        return (int) Access.U.getLong(t, ID) & length - 1;
    }

    /** The frames of the thread; null if it has no chain. */
    public Waiter of(Thread t) {
        Waiter[] all = table;
        for (int i = slot(t, all.length); all[i] != null; i = i + 1 & all.length - 1) {
            if (all[i].thread == t) {
                return all[i];
            }
        }
        return null;
    }

    /** The frames of the thread that asks. Not told as a {@link Waiter}, which the verifier would load with the caller. */
    public Shadow shadow() {
        return of(Thread.currentThread());
    }

    /** Those whose threads live. */
    public List<Waiter> all() {
        List<Waiter> found = new ArrayList<>();
        Access.U.loadFence();
        for (Waiter each : table) {
            if (each != null && each.thread.isAlive()) {
                found.add(each);
            }
        }
        return found;
    }

    /** At the start of the first method of a chain: whether its frames are kept. */
    public boolean begins() {
        Thread t = Thread.currentThread();
        if (ended && !shows || isMain(t)) {
            return false;
        }
        Waiter self = of(t);
        if (self != null && self.isInside() && !isFirst()) {
            return false;
        }
        if (self == null) {
            self = new Waiter();
            self.ends = ended;
            add(self);
        }
        self.begins();
        if (!ended && Workers.runsTasks(t)) {
            self.runs(Workers.task());
        }
        return true;
    }

    /**
     * What {@link #begins} has answered in this activation, asked again: a local that lives through a loop would have compilers keep the program's
     * own in memory. Frames that an exception has left behind look as if the thread were in a call of them, so the stack is looked at then.
     */
    public boolean keeps() {
        Waiter self = of(Thread.currentThread());
        return self != null && (!ended || shows) && (!self.isInside() || isFirst());
    }

    /** On the main thread: links what {@link #begins} may need, which takes hashes. */
    public static void prepare() {
        isFirst();
    }

    /** Whether the method that has called the runtime is the thread's first one of the program: another one may call it, too. */
    private static boolean isFirst() {
        HashGenerator before = HashGenerator.now();
        boolean first = FrameMethods.walk(new First()) > 0;
        HashGenerator.back(before);
        return first;
    }

    /** Looks at the frames below the method: 1 if all may lie below a thread's first one, else 0. */
    private static final class First implements Function<Stream<StackFrame>, Integer> {
        @Override
        public Integer apply(Stream<StackFrame> frames) {
            boolean own = true;
            for (Iterator<StackFrame> all = frames.iterator(); all.hasNext(); ) {
                StackFrame frame = all.next();
                if (own) {
                    own = frame.getClassName().startsWith("jcp.runtime."); // the first other one is the method itself
                } else if (!Threads.isBelow(frame.getClassName(), frame.getMethodName())) {
                    return 0;
                }
            }
            return 1;
        }
    }

    /** The calls of the thread that asks which pass through frames that are not the program's; null if it has no chain. */
    public Passing passing(Plan plan) {
        Waiter self = of(Thread.currentThread());
        if (self != null && self.passing == null) {
            self.passing = new Passing(plan);
        }
        return self == null ? null : self.passing;
    }

    /** At the start of a method that such a call may reach: whether it has, and then notes the task, if a pool's worker runs it as one. */
    public boolean arrives(Passing passing, int context) {
        boolean arrived = passing.arrives(context);
        Waiter self = of(Thread.currentThread());
        if (arrived && self != null && !ended && passing.isInPool()) {
            self.runsInside(Workers.taskInside(), Workers.worker());
        }
        return arrived;
    }

    /** Before a chain call of that thread through such frames. */
    public void passing(Plan plan, int context) {
        Passing passing = passing(plan);
        if (passing != null) {
            passing.beginHere(context);
        }
    }

    /** Adds one, and forgets those whose threads have ended. */
    private synchronized void add(Waiter added) {
        List<Waiter> all = all();
        all.add(added);
        Waiter[] next = new Waiter[Math.max(16, Integer.highestOneBit(all.size()) * 4)];
        for (Waiter each : all) {
            int i = slot(each.thread, next.length);
            while (next[i] != null) {
                i = i + 1 & next.length - 1;
            }
            next[i] = each;
        }
        Access.U.storeFence();
        table = next;
        Access.U.fullFence();
    }

    /**
     * Before the call in which a chain waits. {@code call}: the chain's number, doubled, and one more if the call has a time limit, since asking for
     * the time takes longer than all else here; {@code condition}: which value of its last frame is a condition that it awaits, or -1.
     */
    public void waits(int call, int condition) {
        Waiter self = of(Thread.currentThread());
        if (self == null || ended) {
            return;
        }
        self.waitsIn(call >> 1);
        self.holds = condition < 0 ? 0 : Calls.holds(self.value(self.depth(), condition));
        if ((call & 1) != 0) {
            self.since = System.nanoTime();
        }
        self.place.lazySet(Waiter.IN); // the next is a fence: one is enough before the gate is looked at
        self.turn = turns.incrementAndGet(); // there when the thread is seen at the gate, or in its call
        if (closed) {
            stay(self);
        }
    }

    /** Behind it; {@code threw}: it has thrown. */
    public void woken(boolean threw) {
        if (shows) {
            Shown.woken();
        }
        Waiter self = of(Thread.currentThread());
        if (self == null) {
            return;
        }
        if (!self.place.compareAndSet(Waiter.IN, Waiter.RUNS) && self.place.get() != Waiter.RUNS) {
            self.turn = turns.incrementAndGet(); // it may hold the monitor that others have let go of since, to wait
            self.place.set(threw ? Waiter.THREW : Waiter.BEHIND);
            stay(self);
            self.place.set(Waiter.RUNS);
        }
        self.leavesCall();
    }

    /** Whether a snapshot is to be taken. */
    public boolean isClosed() {
        return closed;
    }

    /** An interrupt that comes while the thread stays is the program's: the snapshot has it, and the thread when it goes on. */
    private void stay(Waiter self) {
        synchronized (gate) {
            self.atGate = true;
            while (closed) {
                try {
                    gate.wait();
                } catch (InterruptedException e) {
                    self.interrupted = true;
                }
            }
            self.atGate = false;
        }
        if (self.interrupted) {
            Thread.currentThread().interrupt();
            self.interrupted = false;
        }
    }

    /** Closes the gate. */
    public void stop() {
        closed = true;
        hold();
    }

    /** Holds those that are in by now. */
    public void hold() {
        for (Waiter each : all()) {
            each.place.compareAndSet(Waiter.IN, Waiter.HELD);
        }
    }

    /** Opens it. The program may ask next whether a thread is interrupted: those that were have it back by then. */
    public void go() {
        List<Waiter> all = all();
        synchronized (gate) {
            for (Waiter each : all) {
                each.place.compareAndSet(Waiter.HELD, Waiter.IN);
            }
            closed = false;
            gate.notifyAll();
        }
        for (Waiter each : all) {
            while (each.interrupted && each.thread.isAlive()) {
                Access.U.park(false, 100_000);
            }
        }
    }

    /** No snapshot will be taken any more: the program's objects are let go. */
    public void end() {
        ended = true;
        for (Waiter each : all()) {
            each.ends = true;
        }
    }
}
