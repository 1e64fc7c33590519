package jcp.runtime.runs;

import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import jcp.runtime.below.RootEntry;
import jcp.runtime.checkpoint.EndState;
import jcp.runtime.checkpoint.Restorer;
import jcp.runtime.environment.ClockShift;
import jcp.runtime.environment.Counters;
import jcp.runtime.environment.Environment;
import jcp.runtime.format.CheckpointFile;
import jcp.runtime.frames.Arguments;
import jcp.runtime.frames.Frames;
import jcp.runtime.frames.Passing;
import jcp.runtime.frames.Resuming;
import jcp.runtime.frames.Selectors;
import jcp.runtime.frames.Shown;
import jcp.runtime.frames.Stack;
import jcp.runtime.graph.Anchors;
import jcp.runtime.hashes.KeptHashes;
import jcp.runtime.jvm.AtStart;
import jcp.runtime.jvm.FileNames;
import jcp.runtime.jvm.HashGenerator;
import jcp.runtime.jvm.NameCounters;
import jcp.runtime.jvm.Opening;
import jcp.runtime.jvm.OwnFiles;
import jcp.runtime.linking.CallSites;
import jcp.runtime.linking.JdkInitialized;
import jcp.runtime.program.ClassPath;
import jcp.runtime.program.ClassPathContents;
import jcp.runtime.program.Hidden;
import jcp.runtime.program.Plan;
import jcp.runtime.program.Statics;
import jcp.runtime.program.Surroundings;
import jcp.runtime.report.CannotReplay;
import jcp.runtime.report.Messages;
import jcp.runtime.report.Problem;
import jcp.runtime.report.Report;
import jcp.runtime.report.Settings;
import jcp.runtime.threads.PoolWorkers;
import jcp.runtime.threads.RestoredThreads;

/**
 * The replaying run: what its hooks do ({@code Replay}). The first one that is called restores the whole checkpoint; if it can't, the
 * JVM ends with status 78 before any code of the program has run. Where the chain starts below main,
 * {@code -Djcp.refused=run} has the root run from its start instead, if nothing of the checkpoint was restored yet.
 */
public final class ReplayingRun implements Hidden.Unread {
    private Set<String> initialized;
    private Stack.Restored stack;
    private Frames frames;
    /** The threads besides main; null if there are none. */
    private RestoredThreads others;
    private Frames.Frame current;
    private int depth;
    /** What is replayed. */
    private Plan plan;
    private Ending ending;
    private Selectors selectors;
    /** In a chain call that passes through frames that are not the program's: the context that it is to reach. */
    private int passing = -1;
    /** The frames of the JDK that such calls resume; null if there are none. */
    private Resuming between;
    private Thread thread;
    /** Such calls on the way to a region's end, when the program goes on. */
    private Passing leading;
    private boolean rooted;
    /** Where the chain starts below main: until its root is entered, the checkpoint and the entries so far. */
    private Waiting waiting;
    private boolean resuming = true;
    /** The entry that was captured, if states are wanted. */
    private RootEntry entry;
    /** Whether the checkpoint was refused and the program runs as if there was none. */
    private boolean givenUp;
    private final ReplayRefusals refusals = new ReplayRefusals();

    /** Guard of {@code <clinit>}: whether the class was initialised before the checkpoint, so that it must not be again. */
    public boolean initialized(String name) {
        if (initialized == null) {
            begin();
        }
        if (name.equals(Statics.failing)) {
            ReplayingRun.<RuntimeException>sneak(Statics.failure);
        }
        return initialized.contains(name);
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void sneak(Throwable thrown) throws T {
        throw (T) thrown;
    }

    /** In the constructor of the class whose instance {@code main} is the root: whether the JVM calls it, before the root. */
    public boolean launching() {
        return !rooted;
    }

    /** At the start of the root: true in the first activation, with everything restored; below main true until it came. */
    public boolean root() {
        if (rooted) {
            return false;
        }
        load();
        if (givenUp) {
            return false;
        }
        if (waiting != null) {
            HashGenerator before = HashGenerator.now();
            long activation = waiting.activations.enter();
            HashGenerator.set(before);
            if (activation != waiting.wanted) {
                if (activation != 0) {
                    waiting.activations.begin();
                }
                return activation != 0;
            }
        }
        if (others != null) { // not earlier: their classes may be those that the JVM is just initialising
            HashGenerator before = HashGenerator.now();
            startOthers();
            HashGenerator.set(before);
        }
        rooted = true;
        thread = Thread.currentThread();
        HashGenerator taken = HashGenerator.now();
        leading = new Passing(plan);
        leading.note(0);
        HashGenerator.set(taken);
        if (waiting != null) {
            waiting.activations.begin();
        }
        return true;
    }

    /** At the start of main, if the chain starts below it. */
    public void start() {
        if (initialized == null) {
            begin();
        }
    }

    /** Loads, and takes no hashes but those of the program's classes. */
    private void begin() {
        HashGenerator before = HashGenerator.now();
        if (Opening.open() == null) {
            OwnFiles.stayOpen(); // load closes it
            AtStart.define();
        }
        before = ClassPath.hide(before);
        load();
        HashGenerator.goOnFromStart(before);
        Hidden.hideWhenLoaded();
    }

    /** Receiver or argument of a root below main. */
    public void argument(Object value) {
        waiting.activations.argument(value);
    }

    /** Argument of a primitive type. */
    public void argument(char kind, long bits) {
        waiting.activations.argument(kind, bits);
    }

    /** When all arguments of a root below main are told: restores everything; false if the root runs from its start instead. */
    public boolean entered() {
        if (!rooted) {
            pass();
            return false;
        }
        long start = System.nanoTime();
        Waiting entered = waiting;
        HashGenerator before = HashGenerator.now();
        try {
            Mark.resume(plan.number);
            Environment.begin();
            RootEntry found = RootEntry.number(entered.wanted, entered.activations.complete(), KindList.ALL, plan, Plan.literals(), thread);
            String difference = entered.restorer.difference(found);
            if (difference != null) {
                refuse(List.of(new Problem(entered.root(), "at this call, the program's state differs from that of the capturing run: "
                        + difference, "start the chain at main, or capture again with the same inputs")));
                entered.checkpoint.close();
                HashGenerator.set(before);
                return false;
            }
            CallSites.replaying = true;
            initialized = entered.restorer.initialized();
            stack = entered.restorer.restore(found).get(0);
            frames = stack.frames;
            others = entered.restorer.others;
            between = entered.restorer.resuming;
            if (EndState.wanted()) {
                found.letGo();
                entry = found;
            }
            entered.checkpoint.close();
            refusals.takeBack();
            waiting = null;
            if (others != null) {
                others.start();
            }
        } catch (Throwable e) {
            refusals.fail(e);
        }
        new Report("replayed").put("restore_ns", System.nanoTime() - start).write();
        return true;
    }

    /**
     * An activation before the captured one. What the capturing run did there is done here, too, and forgotten: looking at
     * classes loads those that their fields name, and whatever is loaded by then takes no identity hashes when the program
     * comes to it.
     */
    private void pass() {
        Arguments arguments = waiting.activations.complete();
        if (!waiting.numbered.has(waiting.activations.count())) {
            return;
        }
        HashGenerator before = HashGenerator.now();
        try {
            Mark.enter();
            Environment.begin();
            RootEntry.pass(arguments, KindList.ALL, plan, Plan.literals(), Thread.currentThread());
        } catch (Throwable e) {
            refusals.fail(e);
        }
        HashGenerator.set(before);
    }

    /** Selects the shadow frame that the following calls read. */
    public void frame(int of) {
        if (others == null || !others.select(of)) {
            depth = of;
            current = frames.at(of);
        }
    }

    /** Whether the selected frame stands at this call or checkpoint. */
    public boolean takes(int way) {
        return others != null && others.frame() != null ? others.takes(way) : plan.ways.get(depth) == way;
    }

    /** The selected frame. */
    public Frames.Frame current() {
        Frames.Frame other = others == null ? null : others.frame();
        return other == null ? current : other;
    }

    /** Before a chain call that reaches the next method through frames that are not the program's. */
    public void passing(int context) {
        if (others != null && others.passing(context)) {
            return;
        }
        passing = context;
        if (between != null) {
            HashGenerator before = HashGenerator.now();
            between.begin(depth);
            HashGenerator.set(before);
        }
    }

    /** At the start of the method that such a call reaches: whether it was this very call. */
    public boolean passed(int context) {
        if (passing != context || Thread.currentThread() != thread) {
            return others != null && others.passed(context);
        }
        HashGenerator before = HashGenerator.now();
        if (between != null && !between.end()) {
            HashGenerator.set(before);
            return false;
        }
        passing = -1;
        leading.note(context);
        HashGenerator.set(before);
        return true;
    }

    /** After such a call: it must have reached its method. */
    public void came() {
        if (others == null ? passing >= 0 : others.isLost(passing)) {
            refusals.fail(List.of(new Problem("jcp", "a call of the chain did not reach its method again on the thread \""
                    + Thread.currentThread().getName() + "\"", "report this as an error of jcp, with the program")));
        }
    }

    /** Before a call on the way to a region's end that reaches the next method through frames that are not the program's. */
    public void leads(int context) {
        HashGenerator before = HashGenerator.now();
        leading.begin(context);
        HashGenerator.set(before);
    }

    /** The same call may reach this context, too. */
    public void alsoLeads(int context) {
        leading.also(context);
    }

    /** After such a call. */
    public void led() {
        leading.end();
    }

    /** At the start of the method that such a call reaches: whether it was this very call. */
    public boolean reached(int context) {
        if (leading == null || resuming) {
            return false;
        }
        HashGenerator before = HashGenerator.now();
        boolean arrived = leading.arrives(context);
        HashGenerator.set(before);
        return arrived;
    }

    /** Whether frames are still being restored. */
    public boolean resuming() {
        return resuming && rooted && !givenUp && Thread.currentThread() == thread || others != null && others.resumes();
    }

    /** The same, and whether the selected frame stands at this call or checkpoint. */
    public boolean resuming(int way) {
        return resuming() && takes(way);
    }

    /** Whether calling the context's method on the receiver runs that very method. */
    public boolean selects(Object receiver, int context) {
        if (receiver == null) {
            return false;
        }
        try {
            return selectors.selects(receiver, context);
        } catch (LinkageError | RuntimeException e) {
            refusals.fail(Selectors.problem(receiver, e));
            return false;
        }
    }

    /** At a region's end, in a context of its chain: ends what is replayed. {@code active}: as in {@link CapturingRun#end}. */
    public void end(boolean active, int region) {
        if (active && !resuming) {
            try {
                ending.end(region, entry);
            } catch (IOException | InterruptedException e) {
                refusals.fail(List.of(new Problem("jcp", "the next region cannot be replayed: " + e, "replay one region alone with -Djcp.region=N")));
            }
        }
    }

    /** Whether the program's clock goes on from the checkpoint. */
    public boolean shiftsClock() {
        return plan.replaysClock;
    }

    /** In the container, after its frame is restored: the program goes on. */
    public void live() {
        if (others != null) {
            others.enterAll();
        }
        frames = null;
        current = null;
        refusals.about(null);
        resuming = false;
        if (stack != null) {
            stack.interrupt();
        }
        ClockShift.goOn();
        Counters.goOn();
        NameCounters.goOn();
        JdkInitialized.goOn();
        KeptHashes.goOn();
        PoolWorkers.goOn();
        if (stack != null) {
            stack.goOn();
            stack = null;
        }
        if (others != null) {
            others.go();
        }
    }

    private void startOthers() {
        try {
            others.start();
        } catch (RuntimeException e) {
            refusals.fail(e);
        }
    }

    /** At the start of the first method of another thread: whether it is the thread that is resumed now. */
    public boolean begins() {
        return others != null && others.begins();
    }

    /** Whether the thread that asks is on its way to its place. */
    public boolean skips() {
        return others != null && others.skips();
    }

    /** Whether that thread makes its call again. */
    public boolean again() {
        return others.again();
    }

    /** Before it enters a frame's monitors. */
    public void enters() {
        others.enters();
    }

    /** Before it calls a synchronized method. */
    public void entersMethod() {
        others.entersMethod();
    }

    /** Before the call. */
    public void waits() {
        others.waits();
    }

    /** Behind it. */
    public void woken() {
        others.woken();
        if (EndState.wanted()) {
            Shown.woken();
        }
    }

    /** In code that the analysis holds unreachable after the checkpoint. */
    public void unreachable(String method) {
        if (givenUp) {
            return; // it is the analysis of what runs after the checkpoint
        }
        refusals.fail(List.of(new Problem(method, "it was called after the checkpoint, which the analysis did not foresee, and reads"
                + " fields that were not captured",
                "if reflection led there, name with --reflection what its call reaches (`jcp explain` shows the calls that are not known); else"
                        + " instrument with --statics read, without --prune-fields; if that fails too, report this as an error of jcp")));
    }

    @Override
    public void loads(String type) {
        if (plan == null || givenUp) {
            return;
        }
        refusals.fail(List.of(new Problem(type, "it is loaded after the checkpoint, and jcp could not read its class file, so that jcp"
                + " does not know which fields it uses", "compile the class with another compiler, and instrument again")));
    }

    /** When main is left, or the program ends itself. */
    public void leaving(boolean active) {
        if (active && !resuming) {
            EndState.write(KindList.ALL, plan, "exit", entry);
        }
    }

    /** The same, in the replay of some regions. */
    public void unreachable(String method, String regions) {
        if (regions.contains(" " + (plan.number - 1) + " ")) {
            unreachable(method);
        }
    }

    private synchronized void load() {
        if (initialized != null) {
            return;
        }
        long start = System.nanoTime();
        try {
            String missing = Opening.open();
            if (missing != null) {
                refusals.fail(List.of(new Problem("jcp", missing, "")));
            }
            Problem wrong = readPlan();
            File file = ending.file;
            if (wrong != null) {
                refuse(List.of(wrong));
                return;
            }
            refusals.about(file);
            if (!file.isFile()) {
                String others = Instances.others(plan, plan.checkpoint(), file);
                refuse(List.of(new Problem(file.getPath(), "there is no checkpoint file" + others,
                        FileNames.remedy(file, "run the capturing jar first, or name the file with -Djcp.checkpoint=FILE"))));
                return;
            }
            Anchors.begin();
            Environment.begin();
            if (plan.below) {
                initialized = Set.of();
                Surroundings.begin(plan);
                try {
                    waiting = new Waiting(plan, CheckpointFile.open(file));
                } catch (IOException e) {
                    refuse(List.of(new Problem("jcp", String.valueOf(e.getMessage()), "")));
                    return;
                } catch (CannotReplay e) {
                    refuse(e.problems);
                    return;
                }
                long id = Counters.threadId();
                Runtime.getRuntime().addShutdownHook(new Thread(null, new AtExit(), "jcp", 0, false));
                Counters.setThreadId(id); // threads of the program keep their ids
                return;
            }
            CallSites.replaying = true;
            restore(plan, file);
            refusals.takeBack();
        } catch (Throwable e) {
            refusals.fail(e);
        }
        new Report("replayed").put("restore_ns", System.nanoTime() - start).write();
    }

    /** Reads what the jar says; why it does not fit the class path, or null. The jar is closed before files of the program are opened. */
    private Problem readPlan() throws Exception {
        OwnFiles.stayOpen();
        try {
            AtStart.define(); // unless a guard came first
            ClassPath.hide(null);
            Statics.failing = null; // a guard asks for it: its class is loaded here, where hashes are given back
            ending = Ending.choose(Plan.read(1));
            plan = ending.plan;
            selectors = new Selectors(plan);
            if (plan.below) {
                Hidden.prepare(plan, this);
            }
            return ClassPathContents.difference(plan);
        } finally {
            OwnFiles.close();
        }
    }

    private void restore(Plan plan, File file) throws Throwable {
        try (CheckpointFile checkpoint = CheckpointFile.open(file)) {
            Restorer restorer = new Restorer(KindList.ALL, plan, checkpoint);
            // from here on the guards let no class initialiser of the program run that ran before
            initialized = restorer.initialized();
            Hidden.awaitUnread(plan, this);
            stack = restorer.restore(null).get(0);
            frames = stack.frames;
            others = restorer.others;
            between = restorer.resuming;
        }
    }

    /**
     * Says that there is no replay. With {@code jcp.refused=run} the program goes on from where it is, as if there was no
     * checkpoint: so far only what runs above the root did, and nothing of the checkpoint was restored.
     */
    private void refuse(List<Problem> problems) {
        if (!plan.below || !"run".equals(Settings.get("jcp.refused", "JCP_REFUSED"))) {
            refusals.fail(problems);
        }
        refusals.tell(problems, true);
        Messages.print("jcp: the program runs as if there was no checkpoint");
        initialized = Set.of();
        givenUp = true;
        rooted = true;
        waiting = null;
    }

    /** Says so if a program whose chain starts below main ended without the entry of its root that was captured. */
    private final class AtExit implements Runnable {
        @Override
        public void run() {
            if (waiting != null) {
                refusals.tell(waiting.notEntered(), waiting.activations.count() > 0); // else it was not asked for
            }
        }
    }
}
