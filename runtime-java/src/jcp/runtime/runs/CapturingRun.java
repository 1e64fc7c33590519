package jcp.runtime.runs;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import jcp.runtime.below.NumberedEntries;
import jcp.runtime.below.RootEntry;
import jcp.runtime.checkpoint.EndState;
import jcp.runtime.checkpoint.JdkFrames;
import jcp.runtime.checkpoint.Snapshot;
import jcp.runtime.environment.Counters;
import jcp.runtime.environment.Environment;
import jcp.runtime.environment.JdkTables;
import jcp.runtime.environment.Registered;
import jcp.runtime.format.CheckpointFile;
import jcp.runtime.frames.Arguments;
import jcp.runtime.frames.Passing;
import jcp.runtime.frames.Selectors;
import jcp.runtime.frames.Shadow;
import jcp.runtime.frames.Stack;
import jcp.runtime.frames.Waiters;
import jcp.runtime.jvm.CompleteFrames;
import jcp.runtime.jvm.HashGenerator;
import jcp.runtime.jvm.Opening;
import jcp.runtime.jvm.Verification;
import jcp.runtime.observe.Noted;
import jcp.runtime.program.Hidden;
import jcp.runtime.program.Plan;
import jcp.runtime.program.Surroundings;
import jcp.runtime.program.Threads;
import jcp.runtime.report.Messages;
import jcp.runtime.report.Problem;
import jcp.runtime.report.RefusedNote;
import jcp.runtime.report.Report;
import jcp.runtime.report.Settings;
import jcp.runtime.threads.WaitingThreads;

/**
 * The capturing run: what its hooks do ({@code Capture}). Whatever happens here, the program goes on as it would without: a snapshot
 * that can't be taken is refused with its reasons on stderr, and there is no checkpoint file.
 */
public final class CapturingRun {
    /** Exit status of a run that was to leave a checkpoint and left none. */
    private static final int NO_CHECKPOINT = 79;
    /**
     * How often a snapshot is taken again during which a thread has moved. Those that moved stay held, so that it is seldom more than once or twice;
     * on a busy machine one snapshot of ten thousand needed more than six (tests/suite/handshake.rs).
     */
    private static final int TRIES = 20;
    /** The remedy where the cause is not known. */
    private static final String AGAIN = "capture again; if it fails again, report this as an error of jcp";

    private boolean entered;
    /** The threads besides main that have chains; null until the JVM is opened. */
    private volatile Waiters waiters;
    /** Null until the run has begun. */
    private Beginning begun;
    /** Of a run that has not begun; null until they are asked for. */
    private Selectors early;
    /** The regions; null until the run has begun. */
    private Started[] regions;
    private int exitStatus;
    /** Where the chain starts below main: the entry of its root that is under way. */
    private RootEntry entry;
    private final NumberedEntries numbered = new NumberedEntries();
    private File file;
    private volatile boolean refused;

    /** At the start of main, if the chain starts below it. */
    public void start() {
        if (!entered) {
            entered = true;
            HashGenerator before = HashGenerator.now();
            tryToBegin();
            HashGenerator.set(before);
            hideClones();
        }
    }

    /** At the start of the root: true in the first activation, if the JVM called it; below main in every outermost one. */
    public boolean root() {
        HashGenerator before = HashGenerator.now();
        if (entered) {
            boolean counts = isBelow() && again();
            HashGenerator.set(before);
            return counts;
        }
        entered = true;
        boolean counts = tryToBegin();
        HashGenerator.set(before);
        hideClones();
        return counts;
    }

    /** Receiver or argument of a root below main. */
    public void argument(Object value) {
        if (isBelow()) {
            begun.activations.argument(value);
        }
    }

    /** Argument of a primitive type. */
    public void argument(char kind, long bits) {
        if (isBelow()) {
            begun.activations.argument(kind, bits);
        }
    }

    /** When all arguments of a root below main are told. */
    public void entered() {
        Arguments arguments = isBelow() ? begun.activations.complete() : null;
        if (arguments == null) {
            return;
        }
        entry = null;
        if (!mayWant()) {
            return;
        }
        HashGenerator before = HashGenerator.now();
        try {
            Mark.enter();
            Environment.begin();
            JdkTables.entered();
            Surroundings.entered(Environment.threads(begun.shadow.thread));
            entry = RootEntry.number(begun.activations.count(), arguments, KindList.ALL, begun.plan, begun.literals, begun.shadow.thread);
            entry.letGo();
            numbered.add(entry.activation);
            entry.numbered = numbered;
        } catch (Throwable e) {
            refuse(List.of(new Problem("jcp", "the call of the chain's first method cannot be recorded: " + describe(e), AGAIN)));
        } finally {
            HashGenerator.set(before);
        }
    }

    /** Whether the entry that is under way may lead to an arrival that is captured. */
    private boolean mayWant() {
        boolean may = false;
        for (Started started : regions) {
            may |= started.instances.mayWant(started.arrivals, started.plan.once);
        }
        return may;
    }

    /** Whether the run has begun, and its chain starts below main. */
    private boolean isBelow() {
        return begun != null && begun.activations != null;
    }

    private boolean again() {
        boolean wanted = false;
        for (Started started : regions == null ? new Started[0] : regions) {
            wanted |= started.instances.wantsAfter(started.arrivals);
        }
        if (!wanted || begun.activations.enter() == 0) {
            return false;
        }
        begun.activations.begin();
        begun.passing.note(0);
        for (Started started : regions) {
            started.instances.entered(begun.activations.count());
            started.live = false; // an entry without an end of the region leaves it open
            started.noted = false;
        }
        return true;
    }

    /** Behind all else: the classes that it loads take the hashes that they take in the original. */
    private void hideClones() {
        try {
            Hidden.hideWhenLoaded();
        } catch (RuntimeException e) {
            refuse(List.of(new Problem("jcp", "copies of methods that jcp added cannot be hidden: " + e, AGAIN)));
        }
    }

    private boolean tryToBegin() {
        boolean verified = Verification.suspend();
        try {
            begun = Beginning.begin();
            long id = Counters.threadId();
            Thread atExit = new Thread(null, new AtExit(), "jcp", 0, false);
            Runtime.getRuntime().addShutdownHook(atExit);
            Registered.atExit = atExit;
            Counters.setThreadId(id); // threads of the program keep their ids
            regions = begun.regions;
            makeWaiters();
            return true;
        } catch (Beginning.Refused e) {
            refuse(List.of(e.problem));
            return false;
        } catch (Throwable e) {
            refuse(List.of(new Problem("jcp", "the capturing run cannot begin: " + e, "instrument again; if that does not help, report this as an error of jcp")));
            return false;
        } finally {
            Verification.resume(verified);
        }
    }

    /** Whether calling the context's method on the receiver runs that very method. */
    public boolean selects(Object receiver, int context) {
        if (receiver == null) {
            return false;
        }
        try {
            return selectors().selects(receiver, context);
        } catch (LinkageError | RuntimeException e) {
            refuse(Selectors.problem(receiver, e));
            return false;
        }
    }

    /** A thread that a class initialiser has started asks before the run has begun. */
    private Selectors selectors() {
        if (begun != null) {
            return begun.selectors;
        }
        synchronized (this) {
            if (early == null) {
                HashGenerator before = HashGenerator.now();
                try {
                    early = new Selectors(Plan.read(1));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                putBack(before);
            }
            return early;
        }
    }

    /** Before a chain call that reaches the next method through frames that are not the program's. */
    public void passing(int context) {
        HashGenerator before = HashGenerator.now();
        if (isMain()) {
            begun.passing.begin(context);
        } else if (begun != null) {
            waiters.passing(begun.plan, context);
        }
        putBack(before);
    }

    /** The same call may reach this context, too. */
    public void alsoPassing(int context) {
        Passing passing = calls();
        if (passing != null) {
            passing.also(context);
        }
    }

    /** After such a call. */
    public void back() {
        Passing passing = calls();
        if (passing != null) {
            passing.end();
        }
    }

    /** At the start of the method that such a call reaches: whether it was this very call. */
    public boolean passed(int context) {
        Passing passing = calls();
        if (passing == null || !passing.isWanted(context)) {
            return false;
        }
        HashGenerator before = HashGenerator.now();
        boolean arrived = isMain() ? passing.arrives(context) : waiters.arrives(passing, context);
        putBack(before);
        return arrived;
    }

    /** The calls of the thread that asks which pass through frames that are not the program's; null if it has no chain. */
    private Passing calls() {
        return isMain() ? begun.passing : begun == null || waiters == null || !hasThreads() ? null : waiters.passing(begun.plan);
    }

    private boolean isMain() {
        return begun != null && Thread.currentThread() == begun.shadow.thread;
    }

    /** The hashes of the thread that asks; the JVM's own sequence is main's to put back. */
    private void putBack(HashGenerator before) {
        HashGenerator.set(before == null || isMain() ? before : before.with(0));
    }

    /** The frames of the thread's chain as far as the program has gone. */
    public Shadow shadow() {
        return isMain() ? begun.shadow : waiters.shadow();
    }

    /** At the start of the first method of another thread: whether its frames are kept. {@link #keeps}: the same before a call in it. */
    public boolean begins() {
        return (waiters != null || makeWaiters() != null) && waiters.begins();
    }

    public boolean keeps() {
        return waiters != null && waiters.keeps();
    }

    /** On the main thread, unless a class initialiser has started a thread before; null if the JVM cannot be opened. */
    private synchronized Waiters makeWaiters() {
        if (waiters == null && Opening.open() == null) {
            HashGenerator before = HashGenerator.now();
            waiters = new Waiters(EndState.wanted());
            HashGenerator.back(before);
        }
        return waiters;
    }

    /** Whether a thread that comes to the head of its loop is to be held. */
    public boolean rests() {
        return waiters.isClosed();
    }

    /** Before the call in which the chain of another thread waits. */
    public void waits(int call, int condition) {
        waiters.waits(call, condition);
    }

    /** Behind that call; {@code threw}: it has thrown. */
    public void woken(boolean threw) {
        waiters.woken(threw);
    }

    /** Counts an arrival at a region's start; true if it is to be captured. */
    public boolean arrive(int region) {
        return regions != null && !refused && regions[region].arrive();
    }

    /** Takes the snapshot at a region's start. */
    public void snapshot(int region) {
        Started started = regions[region];
        long start = System.nanoTime();
        HashGenerator generator = HashGenerator.now();
        boolean verified = Verification.suspend();
        Threads.interrupted = Thread.interrupted(); // it is the program's, and nothing that the runtime waits for is to end by it
        try {
            if (Settings.property("jcp.observe") != null) {
                Noted.snapshot();
            }
            file = started.file();
            Problem misplaced = started.instances.misplaced(started.arrivals);
            if (misplaced != null) {
                refuse(started, List.of(misplaced));
                return;
            }
            if (isBelow() && entry == null) {
                throw new IllegalStateException("the call of the chain's first method was not recorded");
            }
            Snapshot snapshot = null;
            for (int tries = TRIES; snapshot == null || tries > 0 && isToTakeAgain(snapshot); tries--) {
                if (hasThreads()) {
                    WaitingThreads.rest(waiters, begun.plan);
                }
                Mark.mark(region + 1);
                start = System.nanoTime();
                Stack own = new Stack(started.plan.chain, begun.shadow, generator, Threads.interrupted);
                List<Problem> unresumed = begun.plan.works ? JdkFrames.read(begun.plan, started.plan.chain, own, begun.incomplete) : List.of();
                if (!unresumed.isEmpty()) {
                    refuse(started, unresumed);
                    return;
                }
                List<Stack> stacks = new ArrayList<>(List.of(own));
                if (hasThreads()) {
                    stacks.addAll(WaitingThreads.stacks());
                }
                snapshot = Snapshot.capture(KindList.ALL, started.plan, stacks, entry, started.arrivals, file);
            }
            if (!snapshot.problems.isEmpty()) {
                refuse(started, snapshot.problems);
                return;
            }
            started.done = true;
            started.open = true;
            started.entry = entry;
            EndState.begin(started.plan);
            started.instances.written(started.arrivals);
            if (begun.turns != null) {
                begun.turns.add("start", region, started.arrivals, file.getName());
                started.noted = true;
            }
            new Report("captured").put("arrivals", started.arrivals).put("objects", snapshot.objects).put("bytes", snapshot.bytes)
                    .put("snapshot_ns", System.nanoTime() - start).write(region + 1);
        } catch (IOException e) {
            refuse(started, List.of(CheckpointFile.unwritable(file, e)));
        } catch (UncheckedIOException e) {
            refuse(started, List.of(CheckpointFile.unwritable(file, e.getCause())));
        } catch (Throwable e) {
            String remedy = e instanceof OutOfMemoryError ? "give the capturing run more memory with -Xmx" : AGAIN;
            refuse(started, List.of(new Problem("jcp", "the snapshot failed: " + describe(e), remedy)));
        } finally {
            letOn();
            letGo();
            Verification.resume(verified);
            HashGenerator.set(generator);
            if (Threads.interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Whether another thread has changed what the snapshot tells, or what was in its way. */
    private boolean isToTakeAgain(Snapshot snapshot) {
        return snapshot.passing || hasThreads() && WaitingThreads.moved(begun.plan);
    }

    /** Whether the plan has chains of other threads; else their classes are not loaded. */
    private boolean hasThreads() {
        return !begun.plan.threads.isEmpty();
    }

    /** The threads that were held go on. */
    private void letOn() {
        if (hasThreads()) {
            WaitingThreads.forget();
            waiters.go();
        }
    }

    /** After the last snapshot the values of the frames are not held any more. */
    private void letGo() {
        boolean wanted = false;
        for (Started started : regions) {
            wanted |= !refused && started.instances.wantsAfter(started.arrivals);
        }
        if (!wanted) {
            begun.shadow.close();
            if (begun.plan.works || hasThreads()) {
                CompleteFrames.end();
            }
            if (waiters != null) {
                waiters.end();
            }
        }
    }

    /** At a region's end, in a context of its chain; {@code active}: in the activation of main that counts. */
    public void end(boolean active, int region) {
        if (!active || regions == null || !regions[region].live) {
            return;
        }
        Started started = regions[region];
        started.live = false;
        if (started.noted) {
            started.noted = false;
            started.open = false;
            HashGenerator before = HashGenerator.now();
            boolean wasInterrupted = Thread.interrupted();
            try {
                begun.turns.add("end", region, started.arrivals);
                Mark.end(region + 1);
                EndState.write(KindList.ALL, started.plan, "end", started.entry);
            } catch (IOException e) {
                refuse(started, List.of(CheckpointFile.unwritable(file, e)));
            }
            HashGenerator.set(before);
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Before the program ends the JVM. */
    public void exiting(int status) {
        exitStatus = status;
        noteExit();
    }

    /** Before the program ends the JVM without its hooks. */
    public void halting(int status) {
        exiting(status);
        tellMissing();
    }

    /** When an exception leaves main. */
    public void thrown(boolean active) {
        if (active) {
            exitStatus = 1;
        }
        leaving(active);
    }

    /** When main is left, or the program ends itself: the state of regions that go on to the end. */
    public void leaving(boolean active) {
        for (Started started : active && regions != null ? regions : new Started[0]) {
            if (started.open) {
                EndState.write(KindList.ALL, started.plan, "exit", started.entry);
            }
        }
    }

    private void noteExit() {
        if (regions == null || begun.turns == null) {
            return;
        }
        try {
            begun.turns.add("exit", exitStatus);
        } catch (IOException e) {
            Messages.print("jcp: the exit status cannot be recorded: " + e);
        }
    }

    private static String describe(Throwable e) {
        StringBuilder text = new StringBuilder(e.toString());
        StackTraceElement[] stack = e.getStackTrace();
        for (int i = 0; i < Math.min(4, stack.length); i++) {
            text.append(i == 0 ? " at " : ", ").append(stack[i]);
        }
        return text.toString();
    }

    /** What cannot be captured in any region: no arrival will be. */
    private void refuse(List<Problem> problems) {
        refused = true;
        for (Started started : regions == null ? new Started[0] : regions) {
            started.done = true;
            started.instances.refused(started.arrivals);
        }
        say(regions == null ? null : regions[0], problems);
    }

    private void refuse(Started started, List<Problem> problems) {
        started.done = true;
        started.open = false;
        started.instances.refused(started.arrivals);
        if (begun.turns != null) {
            try {
                begun.turns.add("refused", started.plan.number - 1, started.arrivals);
                started.noted = !started.plan.end.isEmpty();
            } catch (IOException e) {
                Messages.print("jcp: " + e);
            }
        }
        say(started, problems);
    }

    private void say(Started started, List<Problem> problems) {
        for (Problem problem : problems) {
            Messages.print("jcp: refused: " + problem);
        }
        new Report("refused").put("arrivals", started == null ? 0 : started.arrivals).reasons(problems)
                .write(started == null ? 1 : started.plan.number);
        if (started != null) {
            RefusedNote.leaveThreads(started.plan.checkpoint(), problems);
        }
        endIfMandatory();
    }

    /** Ends the program, with no hook of its own run, if it is not to run without leaving a checkpoint. */
    private void endIfMandatory() {
        String value = Settings.get("jcp.mandatory", "JCP_MANDATORY");
        if (value != null && !value.equals("false")) {
            Messages.print("jcp: the checkpoint is mandatory: the program ends");
            Runtime.getRuntime().halt(NO_CHECKPOINT);
        }
    }

    /** Says so if the program ended before the arrival that was wanted. */
    private final class AtExit implements Runnable {
        @Override
        public void run() {
            noteExit();
            tellMissing();
        }
    }

    private void tellMissing() {
        boolean missing = false;
        String counted = null;
        for (Started started : regions == null || refused ? new Started[0] : regions) {
            Problem exceeded = started.done ? started.instances.exceeded(started.arrivals) : null;
            if (exceeded != null) {
                refuse(started, List.of(exceeded));
            } else if (started.instances.counted > 0) {
                counted = (counted == null ? "" : counted + ",") + counted(started);
            } else if (!started.done) {
                missing = true;
                String of = regions.length > 1 ? " of region " + started.plan.number : "";
                String besides = begun.passing.obstacle() + (isBelow() ? begun.activations.elsewhere() : "");
                Messages.print("jcp: no checkpoint written" + of + ": arrivals at the region's start: " + started.arrivals + "; instance "
                        + started.plan.instance + " was requested" + besides);
                new Report("not-reached").put("arrivals", started.arrivals).put("besides", besides).write(started.plan.number);
            }
        }
        if (counted != null && !missing) {
            Messages.print("jcp: counted: capture with -Djcp.arrival=" + counted);
        }
        if (missing) {
            endIfMandatory();
        }
    }

    /** The wanted arrival that a counting run has found of a region. */
    private String counted(Started started) {
        String arrival = started.instances.counted + (isBelow() ? "@" + started.instances.countedIn : "");
        new Report("counted").put("arrivals", started.arrivals).put("arrival", arrival).write(started.plan.number);
        return arrival;
    }
}
