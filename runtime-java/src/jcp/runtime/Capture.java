package jcp.runtime;

import java.io.File;
import java.util.List;
import java.util.Set;

/**
 * The hooks of the capturing jar. Whatever happens here, the program goes on as it would without: a snapshot that can't be
 * taken is refused with its reasons on stderr, and there is no checkpoint file.
 *
 * <p>Only the thread that the JVM runs {@code main} on calls them, from the chain's clones.
 */
public final class Capture {
    /** Exit status of a run that was to leave a checkpoint and left none. */
    private static final int NO_CHECKPOINT = 79;

    private static boolean entered;
    /** The first region's plan. */
    private static Plan plan;
    /** The regions; null until the run has begun. */
    private static Started[] regions;
    /** Where a region has an end. */
    private static Turns turns;
    private static int exitStatus;
    private static Selectors selectors;
    private static Shadow shadow;
    private static Passing passing;
    /** Where the chain starts below main: the entries of its root, and the one under way. */
    private static Activations activations;
    private static Entry entry;
    private static Set<String> literals;
    private static File file;
    private static volatile boolean refused;
    /** While a snapshot is taken: whether the main thread was interrupted. */
    static boolean interrupted;
    /** The runtime's own shutdown hook. */
    static Thread atExit;

    private Capture() {}

    /** At the start of main, if the chain starts below it. */
    public static void start() {
        if (!entered) {
            entered = true;
            HashGenerator before = HashGenerator.now();
            tryToBegin();
            HashGenerator.give(before);
            hideClones();
        }
    }

    /** At the start of the root: true in the first activation, if the JVM called it; below main in every outermost one. */
    public static boolean root() {
        HashGenerator before = HashGenerator.now();
        if (entered) {
            boolean counts = activations != null && again();
            HashGenerator.give(before);
            return counts;
        }
        entered = true;
        boolean begun = tryToBegin();
        HashGenerator.give(before);
        hideClones();
        return begun;
    }

    /** Receiver or argument of a root below main. */
    public static void argument(Object value) {
        if (activations != null) {
            activations.argument(value);
        }
    }

    /** When all arguments of a root below main are told. */
    public static void entered() {
        List<Object> arguments = activations == null ? null : activations.complete();
        if (arguments == null) {
            return;
        }
        HashGenerator before = HashGenerator.now();
        try {
            Mark.enter();
            Environment.begin();
            JdkTables.entered();
            Surroundings.entered(shadow.thread);
            entry = Entry.take(activations.count(), arguments, plan, literals, shadow.thread);
            entry.letGo();
        } catch (Throwable e) {
            refuse(List.of(new Problem("jcp", "the entry of the chain's root cannot be noted: " + describe(e), "")));
        } finally {
            HashGenerator.give(before);
        }
    }

    private static boolean again() {
        boolean wanted = false;
        for (Started started : regions == null ? new Started[0] : regions) {
            wanted |= started.instances.wantsAfter(started.arrivals);
        }
        if (!wanted || activations.enter() == 0) {
            return false;
        }
        activations.begin();
        passing.note(0);
        for (Started started : regions) {
            started.live = false; // an entry without an end of the region leaves it open
            started.noted = false;
        }
        return true;
    }

    /** Behind all else: the classes that it loads take the hashes that they take in the original. */
    private static void hideClones() {
        try {
            Hidden.hideWhenLoaded();
        } catch (RuntimeException e) {
            refuse(List.of(new Problem("jcp", "the clones cannot be hidden: " + e, "")));
        }
    }

    private static boolean tryToBegin() {
        boolean verified = Verification.suspend();
        try {
            return begin();
        } catch (java.nio.file.FileSystemException e) {
            refuse(List.of(CheckpointFile.unwritable(file, e)));
            return false;
        } catch (Throwable e) {
            refuse(List.of(new Problem("jcp", "the capturing run cannot begin: " + e, "instrument again")));
            return false;
        } finally {
            Verification.resume(verified);
        }
    }

    private static boolean begin() throws Exception {
        plan = Plan.read(1);
        String missing = Opening.open();
        if (missing != null) {
            refuse(List.of(new Problem("jcp", missing, "use the command that jcp printed")));
            return false;
        }
        Problem other = ClassPathContents.difference(plan); // first, as checkpoints of before may be wanted for --since
        if (other != null) {
            refuse(List.of(other));
            return false;
        }
        if (Key.problem() != null) { // before an older checkpoint is removed
            refuse(List.of(Key.problem()));
            return false;
        }
        Started[] all = new Started[plan.regions];
        for (int i = 0; i < all.length; i++) {
            Plan each = i == 0 ? plan : Plan.read(i + 1);
            File named = each.checkpoint();
            if (named.exists() && !named.isFile()) {
                refuse(List.of(new Problem(named.getPath(), "it is no regular file", "name another checkpoint file")));
                return false;
            }
            file = named;
            all[i] = new Started(each, named);
        }
        if (plan.takesTurns) {
            turns = Turns.begin(plan);
        }
        Problem wrong = Surroundings.begin(plan);
        if (wrong != null) {
            refuse(List.of(wrong));
            return false;
        }
        Hidden.prepare(plan);
        StackTraceElement[] stack = new Throwable().getStackTrace();
        if (stack.length == 0) {
            refuse(List.of(new Problem("jcp", "the JVM gives no stack traces", "run it without -XX:-StackTraceInThrowable")));
            return false;
        }
        // begin, tryToBegin, root, main
        if (stack.length != 4) {
            refuse(List.of(new Problem(
                    plan.chain.get(0).type.replace('/', '.'),
                    "main was called by " + stack[4] + ", not by the JVM",
                    "give the class that the JVM starts as --main")));
            return false;
        }
        shadow = new Shadow(plan.nodes.size());
        passing = new Passing(plan);
        if (!plan.below) {
            passing.note(0);
        }
        selectors = new Selectors(plan);
        if (plan.below) {
            activations = new Activations(plan);
            literals = Plan.literals();
        }
        Anchors.begin();
        StandardInput.note();
        long id = Counters.threadId();
        atExit = new Thread(null, new AtExit(), "jcp", 0, false);
        Runtime.getRuntime().addShutdownHook(atExit);
        Counters.setThreadId(id); // threads of the program keep their ids
        regions = all;
        return true;
    }

    /** In {@code <clinit>}, when it ends by throwing. */
    public static void failed(Throwable thrown, String type) {
        HashGenerator before = HashGenerator.now();
        Statics.noteFailed(type.replace('/', '.'), thrown);
        HashGenerator.give(before);
    }

    /** Whether calling the context's method on the receiver runs that very method. */
    public static boolean selects(Object receiver, int context) {
        if (receiver == null) {
            return false;
        }
        try {
            return selectors.selects(receiver, context);
        } catch (LinkageError | RuntimeException e) {
            refuse(Selectors.problem(receiver, e));
            return false;
        }
    }

    /** Before a chain call that reaches the next method through frames that are not the program's. */
    public static void passing(int context) {
        HashGenerator before = HashGenerator.now();
        passing.begin(context);
        HashGenerator.give(before);
    }

    /** The same call may reach this context, too. */
    public static void alsoPassing(int context) {
        passing.also(context);
    }

    /** After such a call. */
    public static void back() {
        passing.end();
    }

    /** At the start of the method that such a call reaches: whether it was this very call. */
    public static boolean passed(int context) {
        if (passing == null) {
            return false;
        }
        HashGenerator before = HashGenerator.now();
        boolean arrived = passing.arrives(context);
        HashGenerator.give(before);
        return arrived;
    }

    /** Enters the shadow frame of a depth; deeper ones are gone. */
    public static void enter(int site) {
        shadow.enter(site);
    }

    /** Behind the chain call or checkpoint of that depth. */
    public static void leave(int site) {
        shadow.leave(site);
    }

    public static void putI(int value) {
        shadow.put('I', value);
    }

    public static void putJ(long value) {
        shadow.put('J', value);
    }

    public static void putF(float value) {
        shadow.put('F', Float.floatToRawIntBits(value));
    }

    public static void putD(double value) {
        shadow.put('D', Double.doubleToRawLongBits(value));
    }

    public static void putA(Object value) {
        shadow.put(value);
    }

    /** Counts an arrival at a region's start; true if it is to be captured. */
    public static boolean arrive(int region) {
        return regions != null && !refused && regions[region].arrive();
    }

    /** Takes the snapshot at a region's start. */
    public static void snapshot(int region) {
        Started started = regions[region];
        long start = System.nanoTime();
        HashGenerator generator = HashGenerator.now();
        boolean verified = Verification.suspend();
        interrupted = Thread.interrupted(); // it is the program's, and nothing that the runtime waits for is to end by it
        try {
            if (Settings.property("jcp.observe") != null) {
                Observe.snapshot();
            }
            file = started.file();
            Mark.mark(region + 1);
            start = System.nanoTime();
            Snapshot snapshot = Snapshot.take(started.plan, shadow, entry, started.arrivals, file, generator);
            if (!snapshot.problems.isEmpty()) {
                refuse(started, snapshot.problems);
                return;
            }
            started.done = true;
            started.open = true;
            started.entry = entry;
            States.begin(started.plan);
            started.instances.written(started.arrivals);
            if (turns != null) {
                turns.add("start", region, started.arrivals, file.getName());
                started.noted = true;
            }
            new Report("captured").put("arrivals", started.arrivals).put("objects", snapshot.objects).put("bytes", snapshot.bytes)
                    .put("snapshot_ns", System.nanoTime() - start).write(region + 1);
        } catch (java.io.IOException e) {
            refuse(started, List.of(CheckpointFile.unwritable(file, e)));
        } catch (java.io.UncheckedIOException e) {
            refuse(started, List.of(CheckpointFile.unwritable(file, e.getCause())));
        } catch (Throwable e) {
            String remedy = e instanceof OutOfMemoryError ? "give the capturing run more memory with -Xmx" : "";
            refuse(started, List.of(new Problem("jcp", "the snapshot failed: " + describe(e), remedy)));
        } finally {
            letGo();
            Verification.resume(verified);
            HashGenerator.give(generator);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** After the last snapshot the values of the frames are not held any more. */
    private static void letGo() {
        boolean wanted = false;
        for (Started started : regions) {
            wanted |= !refused && started.instances.wantsAfter(started.arrivals);
        }
        if (!wanted) {
            shadow.close();
        }
    }

    /** At a region's end, in a context of its chain; {@code active}: in the activation of main that counts. */
    public static void end(boolean active, int region) {
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
                turns.add("end", region, started.arrivals);
                Mark.end(region + 1);
                States.write(started.plan, "end", started.entry);
            } catch (java.io.IOException e) {
                refuse(started, List.of(CheckpointFile.unwritable(file, e)));
            }
            HashGenerator.give(before);
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Where the program calls {@code System.exit}. */
    public static void exit(int status) {
        exiting(status);
        leaving(true);
        System.exit(status);
    }

    /** Before the program ends the JVM. */
    public static void exiting(int status) {
        exitStatus = status;
        noteExit();
    }

    /** What {@code Runtime::exit} calls in the capturing run. */
    public static void exit(Runtime runtime, int status) {
        if (runtime != null) {
            exiting(status);
        }
        runtime.exit(status);
    }

    /** What {@code Runtime::halt} calls there. */
    public static void halt(Runtime runtime, int status) {
        if (runtime != null) {
            halting(status);
        }
        runtime.halt(status);
    }

    /** Before the program ends the JVM without its hooks. */
    public static void halting(int status) {
        exiting(status);
        tellMissing();
    }

    /** When an exception leaves main. */
    public static void thrown(boolean active) {
        if (active) {
            exitStatus = 1;
        }
        leaving(active);
    }

    /** When main is left, or the program ends itself: the state of regions that go on to the end. */
    public static void leaving(boolean active) {
        for (Started started : active && regions != null ? regions : new Started[0]) {
            if (started.open) {
                States.write(started.plan, "exit", started.entry);
            }
        }
    }

    private static void noteExit() {
        if (turns == null || regions == null) {
            return;
        }
        try {
            turns.add("exit", exitStatus);
        } catch (java.io.IOException e) {
            Messages.print("jcp: the exit status cannot be noted: " + e);
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
    private static void refuse(List<Problem> problems) {
        refused = true;
        for (Started started : regions == null ? new Started[0] : regions) {
            started.done = true;
            started.instances.refused(started.arrivals);
        }
        say(regions == null ? null : regions[0], problems);
    }

    private static void refuse(Started started, List<Problem> problems) {
        started.done = true;
        started.open = false;
        started.instances.refused(started.arrivals);
        if (turns != null) {
            try {
                turns.add("refused", started.plan.number - 1, started.arrivals);
                started.noted = !started.plan.end.isEmpty();
            } catch (java.io.IOException e) {
                Messages.print("jcp: " + e);
            }
        }
        say(started, problems);
    }

    private static void say(Started started, List<Problem> problems) {
        for (Problem problem : problems) {
            Messages.print("jcp: refused: " + problem);
        }
        new Report("refused").put("arrivals", started == null ? 0 : started.arrivals).reasons(problems)
                .write(started == null ? 1 : started.plan.number);
        endIfMandatory();
    }

    /** Ends the program, with no hook of its own run, if it is not to run without leaving a checkpoint. */
    private static void endIfMandatory() {
        String value = Settings.get("jcp.mandatory", "JCP_MANDATORY");
        if (value != null && !value.equals("false")) {
            Messages.print("jcp: the checkpoint is mandatory: the program ends");
            Runtime.getRuntime().halt(NO_CHECKPOINT);
        }
    }

    /** Says so if the program ended before the arrival that was wanted. */
    private static final class AtExit implements Runnable {
        @Override
        public void run() {
            noteExit();
            tellMissing();
        }
    }

    private static void tellMissing() {
        boolean missing = false;
        for (Started started : regions == null ? new Started[0] : regions) {
            if (!started.done && !refused) {
                missing = true;
                String of = regions.length > 1 ? " of region " + started.plan.number : "";
                String why = "arrivals at the region's start: " + started.arrivals + "; wanted was instance "
                        + started.plan.instance + passing.obstacle();
                Messages.print("jcp: no checkpoint written" + of + ": " + why);
                new Report("not-reached").put("arrivals", started.arrivals)
                        .reasons(List.of(new Problem("jcp", why, "choose an instance that is reached"))).write(started.plan.number);
            }
        }
        if (missing) {
            endIfMandatory();
        }
    }
}
