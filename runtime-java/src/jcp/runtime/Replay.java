package jcp.runtime;

import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/**
 * The hooks of the replaying jar. The first one that is called restores the whole checkpoint; if it can't, the JVM ends
 * with status {@link #CANNOT_REPLAY} before any code of the program has run. Where the chain starts below main,
 * {@code -Djcp.refused=run} has the root run from its start instead, if nothing of the checkpoint was restored yet.
 */
public final class Replay {
    /** Exit status of a replay that cannot be done. */
    static final int CANNOT_REPLAY = 78;

    private static Set<String> initialized;
    private static Frames frames;
    private static Frames.Frame current;
    private static int depth;
    /** What is replayed. */
    private static Plan plan;
    private static Ending ending;
    private static Selectors selectors;
    /** In a chain call that passes through frames that are not the program's: the context that it is to reach. */
    private static int passing = -1;
    private static Thread thread;
    /** Such calls on the way to a region's end, when the program goes on. */
    private static Passing leading;
    private static boolean rooted;
    /** Where the chain starts below main: until its root is entered, the checkpoint and the entries so far. */
    private static Waiting waiting;
    private static boolean resuming = true;
    /** The entry that was captured, if states are wanted. */
    private static Entry entry;
    /** Whether the checkpoint was refused and the program runs as if there was none. */
    private static boolean givenUp;
    /** While restoring: the class whose initialiser is to fail, and how ({@link Statics#fail}). */
    static String failing;
    static Throwable failure;
    /** Until the program goes on: the checkpoint that is restored. */
    private static File restoring;

    private Replay() {}

    /** Guard of {@code <clinit>}: whether the class was initialised before the checkpoint, so that it must not be again. */
    public static boolean initialized(String name) {
        if (initialized == null) {
            begin();
        }
        if (name.equals(failing)) {
            Replay.<RuntimeException>sneak(failure);
        }
        return initialized.contains(name);
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void sneak(Throwable thrown) throws T {
        throw (T) thrown;
    }

    /** In the constructor of the class whose instance {@code main} is the root: whether the JVM calls it, before the root. */
    public static boolean launching() {
        return !rooted;
    }

    /** At the start of the root: true in the first activation, with everything restored; below main true until it came. */
    public static boolean root() {
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
            HashGenerator.give(before);
            if (activation != waiting.wanted) {
                if (activation != 0) {
                    waiting.activations.begin();
                }
                return activation != 0;
            }
        }
        rooted = true;
        thread = Thread.currentThread();
        HashGenerator taken = HashGenerator.now();
        leading = new Passing(plan);
        leading.note(0);
        HashGenerator.give(taken);
        if (waiting != null) {
            waiting.activations.begin();
        }
        return true;
    }

    /** At the start of main, if the chain starts below it. */
    public static void start() {
        if (initialized == null) {
            begin();
        }
    }

    /** Loads, and takes no hashes but those of the program's classes. */
    private static void begin() {
        HashGenerator before = ClassPath.hide(HashGenerator.now());
        load();
        HashGenerator.giveStart(before);
        Hidden.hideWhenLoaded();
    }

    /** Receiver or argument of a root below main. */
    public static void argument(Object value) {
        waiting.activations.argument(value);
    }

    /** When all arguments of a root below main are told: restores everything; false if the root runs from its start instead. */
    public static boolean entered() {
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
            Entry found = Entry.take(entered.wanted, entered.activations.complete(), plan, Plan.literals(), thread);
            String difference = entered.restorer.difference(found);
            if (difference != null) {
                refuse(List.of(new Problem(entered.root(), "the program came here in another state than when the checkpoint was taken: "
                        + difference, "start the chain at main, or capture again with the same inputs")));
                entered.checkpoint.close();
                HashGenerator.give(before);
                return false;
            }
            Lambdas.replaying = true;
            initialized = entered.restorer.initialized();
            frames = entered.restorer.restore(found);
            if (States.wanted()) {
                found.letGo();
                entry = found;
            }
            entered.checkpoint.close();
            RefusedNote.remove(restoring);
            waiting = null;
        } catch (Throwable e) {
            cannot(e);
        }
        new Report("replayed").put("restore_ns", System.nanoTime() - start).write();
        return true;
    }

    /**
     * An activation before the captured one. What the capturing run did there is done here, too, and forgotten: looking at
     * classes loads those that their fields name, and whatever is loaded by then takes no identity hashes when the program
     * comes to it.
     */
    private static void pass() {
        HashGenerator before = HashGenerator.now();
        try {
            Mark.enter();
            Environment.begin();
            Entry.pass(waiting.activations.complete(), plan, Plan.literals(), Thread.currentThread());
        } catch (Throwable e) {
            cannot(e);
        }
        HashGenerator.give(before);
    }

    /** A checkpoint that was checked, and waits for the entry of the root. */
    private static final class Waiting {
        final Plan plan;
        final CheckpointFile checkpoint;
        final Restorer restorer;
        final Activations activations;
        final long wanted;

        Waiting(Plan plan, CheckpointFile checkpoint) throws IOException {
            this.plan = plan;
            this.checkpoint = checkpoint;
            restorer = new Restorer(plan, checkpoint);
            activations = new Activations(plan);
            wanted = restorer.activation();
            restorer.prepare();
        }

        String root() {
            Plan.Element root = plan.chain.get(0);
            return root.type.replace('/', '.') + "." + root.method;
        }
    }

    /** Says so if a program whose chain starts below main ended without the entry of its root that was captured. */
    private static final class AtExit implements Runnable {
        @Override
        public void run() {
            if (waiting != null) {
                Problem problem = new Problem(waiting.root(), "it was not entered for the " + waiting.wanted + ". time, as when the"
                        + " checkpoint was taken; nothing was replayed", "start the chain at main, or capture again with the same inputs");
                Messages.print("jcp: cannot replay: " + problem);
                new Report("refused").reasons(List.of(problem)).write();
                if (waiting.activations.count() > 0) { // else it was not asked for
                    RefusedNote.leave(restoring, List.of(problem));
                }
            }
        }
    }

    /** Selects the shadow frame that the following calls read. */
    public static void frame(int of) {
        depth = of;
        current = frames.at(of);
    }

    /** Whether the selected frame stands at this call or checkpoint. */
    public static boolean takes(int way) {
        return plan.ways.get(depth) == way;
    }

    public static int getI(int slot) {
        return (int) current.values[slot];
    }

    public static long getJ(int slot) {
        return current.values[slot];
    }

    public static float getF(int slot) {
        return Float.intBitsToFloat((int) current.values[slot]);
    }

    public static double getD(int slot) {
        return Double.longBitsToDouble(current.values[slot]);
    }

    public static Object getA(int slot) {
        return current.references[slot];
    }

    /** Before a chain call that reaches the next method through frames that are not the program's. */
    public static void passing(int context) {
        Passing.prepare(current);
        passing = context;
    }

    /** At the start of the method that such a call reaches: whether it was this very call. */
    public static boolean passed(int context) {
        if (passing != context || Thread.currentThread() != thread) {
            return false;
        }
        passing = -1;
        HashGenerator before = HashGenerator.now();
        leading.note(context);
        HashGenerator.give(before);
        return true;
    }

    /** After such a call: it must have reached its method. */
    public static void came() {
        if (passing >= 0) {
            fail(List.of(new Problem("jcp", "a call that led to the checkpoint did not lead there again (context number "
                    + passing + ")", "report this as an error of jcp, with the program")));
        }
    }

    /** Before a call on the way to a region's end that reaches the next method through frames that are not the program's. */
    public static void leads(int context) {
        HashGenerator before = HashGenerator.now();
        leading.begin(context);
        HashGenerator.give(before);
    }

    /** The same call may reach this context, too. */
    public static void alsoLeads(int context) {
        leading.also(context);
    }

    /** After such a call. */
    public static void led() {
        leading.end();
    }

    /** At the start of the method that such a call reaches: whether it was this very call. */
    public static boolean reached(int context) {
        if (leading == null || resuming) {
            return false;
        }
        HashGenerator before = HashGenerator.now();
        boolean arrived = leading.arrives(context);
        HashGenerator.give(before);
        return arrived;
    }

    /** Whether frames are still being restored. */
    public static boolean resuming() {
        return resuming && rooted && !givenUp;
    }

    /** The same, and whether the selected frame stands at this call or checkpoint. */
    public static boolean resuming(int way) {
        return resuming() && takes(way);
    }

    /** Whether calling the context's method on the receiver runs that very method. */
    public static boolean selects(Object receiver, int context) {
        if (receiver == null) {
            return false;
        }
        try {
            return selectors.selects(receiver, context);
        } catch (LinkageError | RuntimeException e) {
            fail(Selectors.problem(receiver, e));
            return false;
        }
    }

    /** At a region's end, in a context of its chain: ends what is replayed. {@code active}: as in {@link Capture#end}. */
    public static void end(boolean active, int region) {
        if (active && !resuming) {
            try {
                ending.end(region, entry);
            } catch (IOException | InterruptedException e) {
                fail(List.of(new Problem("jcp", "the next region cannot be replayed: " + e, "replay one alone with -Djcp.region=N")));
            }
        }
    }

    /** In the container, after its frame is restored: the program goes on. */
    public static void live() {
        frames = null;
        current = null;
        restoring = null;
        resuming = false;
        Environment.goOn();
        ReplayClock.goOn();
        Counters.goOn();
        NameCounters.goOn();
        JdkInitialized.goOn();
        HashGenerator.goOn();
    }

    /** In the clone of a constructor: assigns a final field ({@link Access#field(String, String)}), of which the class must be the owner. */
    public static void assignI(Object owner, int value, String type, String field) throws ReflectiveOperationException {
        Access.setNumber(owner, Access.field(type, field), value);
    }

    public static void assignJ(Object owner, long value, String type, String field) throws ReflectiveOperationException {
        Access.setNumber(owner, Access.field(type, field), value);
    }

    public static void assignF(Object owner, float value, String type, String field) throws ReflectiveOperationException {
        Access.setNumber(owner, Access.field(type, field), Float.floatToRawIntBits(value));
    }

    public static void assignD(Object owner, double value, String type, String field) throws ReflectiveOperationException {
        Access.setNumber(owner, Access.field(type, field), Double.doubleToRawLongBits(value));
    }

    public static void assignA(Object owner, Object value, String type, String field) throws ReflectiveOperationException {
        Access.U.putReference(owner, Access.field(type, field).offset, value);
    }

    /** In code that the analysis holds unreachable after the checkpoint. */
    public static void unreachable(String method) {
        if (givenUp) {
            return; // it is the analysis of what runs behind the checkpoint
        }
        fail(List.of(new Problem(method, "it was called after the checkpoint, which the analysis did not foresee, and reads"
                + " fields that were not captured", "report this as an error of jcp, with the program")));
    }

    /** Where the program begins to load a class whose file could not be read. */
    static void unread(String type) {
        if (plan == null || givenUp) {
            return; // a capturing run, whose snapshot will ask
        }
        fail(List.of(new Problem(type, "it is loaded after the checkpoint, and jcp could not read its class file, so that nobody"
                + " knows which fields it uses", "compile it with another compiler, and instrument again")));
    }

    /** Where the program calls {@code System.exit}. */
    public static void exit(int status) {
        leaving(true);
        System.exit(status);
    }

    /** When an exception leaves main. */
    public static void thrown(boolean active) {
        leaving(active);
    }

    /** When main is left, or the program ends itself. */
    public static void leaving(boolean active) {
        if (active && !resuming) {
            States.write(plan, "exit", entry);
        }
    }

    /** The same, in the replay of some regions. */
    public static void unreachable(String method, String regions) {
        if (regions.contains(" " + (plan.number - 1) + " ")) {
            unreachable(method);
        }
    }

    private static synchronized void load() {
        if (initialized != null) {
            return;
        }
        long start = System.nanoTime();
        try {
            String missing = Opening.open();
            if (missing != null) {
                fail(List.of(new Problem("jcp", missing, "")));
            }
            ClassPath.hide(null);
            ending = Ending.choose(Plan.read(1));
            plan = ending.plan;
            selectors = new Selectors(plan);
            if (plan.below) {
                Hidden.prepare(plan);
            }
            File file = ending.file;
            Problem wrong = ClassPathContents.difference(plan);
            if (wrong != null) {
                refuse(List.of(wrong));
                return;
            }
            restoring = file;
            if (!file.isFile()) {
                String others = Instances.found(plan.checkpoint());
                refuse(List.of(new Problem(file.getPath(), "there is no checkpoint file"
                        + (others.equals("[]") ? "" : " (there are those of the instances " + others + ")"),
                        FileNames.remedy(file, "run the capturing jar first, or name the file with -Djcp.checkpoint=FILE"))));
                return;
            }
            Anchors.begin();
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
            Lambdas.replaying = true;
            restore(plan, file);
            RefusedNote.remove(file);
        } catch (Throwable e) {
            cannot(e);
        }
        new Report("replayed").put("restore_ns", System.nanoTime() - start).write();
    }

    private static void restore(Plan plan, File file) throws Throwable {
        try (CheckpointFile checkpoint = CheckpointFile.open(file)) {
            Restorer restorer = new Restorer(plan, checkpoint);
            // from here on the guards let no class initialiser of the program run that ran before
            initialized = restorer.initialized();
            Hidden.awaitUnread(plan);
            frames = restorer.restore(null);
        }
    }

    private static void cannot(Throwable e) {
        if (e instanceof CannotReplay) {
            fail(((CannotReplay) e).problems);
        } else if (e instanceof IOException || e instanceof IllegalStateException) {
            fail(List.of(new Problem("jcp", String.valueOf(e.getMessage()), "")));
        }
        if (e instanceof OutOfMemoryError) {
            fail(List.of(new Problem("jcp", "there is not enough memory for the checkpoint's objects", "give the replay more with -Xmx")));
        }
        e.printStackTrace();
        fail(List.of(new Problem("jcp", "restoring failed: " + e, "report this as an error of jcp")));
    }

    /**
     * Says that there is no replay. With {@code jcp.refused=run} the program goes on from where it is, as if there was no
     * checkpoint: so far only what runs above the root did, and nothing of the checkpoint was restored.
     */
    private static void refuse(List<Problem> problems) {
        if (!plan.below || !"run".equals(Settings.get("jcp.refused", "JCP_REFUSED"))) {
            fail(problems);
        }
        tell(problems);
        Messages.print("jcp: the program runs as if there was no checkpoint");
        initialized = Set.of();
        givenUp = true;
        rooted = true;
        waiting = null;
    }

    private static void fail(List<Problem> problems) {
        tell(problems);
        Runtime.getRuntime().halt(CANNOT_REPLAY);
    }

    private static void tell(List<Problem> problems) {
        for (Problem problem : problems) {
            Messages.print("jcp: cannot replay: " + problem);
        }
        new Report("refused").reasons(problems).write();
        if (restoring != null) {
            RefusedNote.leave(restoring, problems);
        }
    }
}
