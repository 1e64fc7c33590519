package jcp.runtime;

import java.io.File;
import java.nio.file.Files;
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
    private static Plan plan;
    private static Selector[] selectors;
    private static Shadow shadow;
    private static Passing passing;
    /** Where the chain starts below main: the entries of its root, and the one under way. */
    private static Activations activations;
    private static Entry entry;
    private static Set<String> literals;
    private static File file;
    private static Instances instances;
    private static volatile long arrivals;
    private static volatile boolean done;
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
            entry = Entry.take(activations.count(), arguments, literals, shadow.thread);
            entry.letGo();
        } catch (Throwable e) {
            refuse(List.of(new Problem("jcp", "the entry of the chain's root cannot be noted: " + describe(e), "")));
        } finally {
            HashGenerator.give(before);
        }
    }

    private static boolean again() {
        if (!instances.wantsAfter(arrivals) || activations.enter() == 0) {
            return false;
        }
        activations.begin();
        return true;
    }

    /** Behind all else: the classes that it loads take the hashes that they take in the original. */
    private static void hideClones() {
        try {
            Hidden.hideWhenLoaded();
        } catch (ReflectiveOperationException | RuntimeException e) {
            refuse(List.of(new Problem("jcp", "the clones cannot be hidden: " + e, "")));
        }
    }

    private static boolean tryToBegin() {
        try {
            return begin();
        } catch (java.nio.file.FileSystemException e) {
            refuse(List.of(CheckpointFile.unwritable(file, e)));
            return false;
        } catch (Throwable e) {
            refuse(List.of(new Problem("jcp", "the capturing run cannot begin: " + e, "instrument again")));
            return false;
        }
    }

    private static boolean begin() throws Exception {
        plan = Plan.read();
        file = plan.checkpoint();
        if (file.exists() && !file.isFile()) {
            File named = file;
            file = null; // it is not ours to delete
            refuse(List.of(new Problem(named.getPath(), "it is no regular file", "name another checkpoint file")));
            return false;
        }
        instances = new Instances(plan, file);
        instances.removeOld();
        String missing = Opening.open();
        if (missing != null) {
            refuse(List.of(new Problem("jcp", missing, "use the command that jcp printed")));
            return false;
        }
        Hidden.prepare(plan);
        StackTraceElement[] stack = new Throwable().getStackTrace();
        // begin, tryToBegin, root, main
        if (stack.length != 4) {
            refuse(List.of(new Problem(
                    plan.chain.get(0).type.replace('/', '.'),
                    "main was called by " + stack[4] + ", not by the JVM",
                    "give the class that the JVM starts as --main")));
            return false;
        }
        shadow = new Shadow(plan.chain.size());
        passing = new Passing(plan);
        selectors = new Selector[plan.chain.size()];
        if (plan.below) {
            activations = new Activations(plan);
            literals = Plan.literals();
        }
        Anchors.begin();
        long id = Counters.threadId();
        atExit = new Thread(null, new AtExit(), "jcp", 0, false);
        Runtime.getRuntime().addShutdownHook(atExit);
        Counters.setThreadId(id); // threads of the program keep their ids
        return true;
    }

    /** In {@code <clinit>}, when it ends by throwing. */
    public static void failed(String type) {
        HashGenerator before = HashGenerator.now();
        Statics.noteFailed(type.replace('/', '.'));
        HashGenerator.give(before);
    }

    /** Whether calling the chain's method below {@code site} on the receiver runs that very method. */
    public static boolean selects(Object receiver, int site) {
        if (receiver == null) {
            return false;
        }
        try {
            Selector selector = selectors[site];
            if (selector != null && selector.knows(receiver.getClass())) {
                return selector.selects(receiver.getClass());
            }
            HashGenerator before = HashGenerator.now();
            if (selector == null) {
                selector = new Selector(plan.chain.get(site + 1));
                selectors[site] = selector;
            }
            boolean selected = selector.selects(receiver.getClass());
            HashGenerator.give(before);
            return selected;
        } catch (LinkageError | RuntimeException e) {
            refuse(List.of(new Problem(
                    receiver.getClass().getName(), "its methods cannot be listed: " + e, "complete the class path")));
            return false;
        }
    }

    /** Before a chain call that reaches the next method through frames that are not the program's. */
    public static void passing(int site) {
        HashGenerator before = HashGenerator.now();
        passing.begin(site);
        HashGenerator.give(before);
    }

    /** After such a call. */
    public static void back() {
        passing.end();
    }

    /** At the start of the method that such a call reaches: whether it was this very call. */
    public static boolean passed(int depth) {
        if (passing == null) {
            return false;
        }
        HashGenerator before = HashGenerator.now();
        boolean arrived = passing.arrives(depth);
        HashGenerator.give(before);
        return arrived;
    }

    /** Enters the shadow frame of a depth; deeper ones are gone. */
    public static void enter(int site) {
        shadow.enter(site);
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

    /** Counts an arrival at the checkpoint; true if it is to be captured. */
    public static boolean arrive() {
        arrivals++;
        return instances != null && instances.wants(arrivals);
    }

    /** Takes the snapshot. */
    public static void snapshot() {
        long start = System.nanoTime();
        HashGenerator generator = HashGenerator.now();
        interrupted = Thread.interrupted(); // an interrupt would close the channel to the file
        try {
            if (System.getProperty("jcp.observe") != null) {
                Observe.snapshot();
            }
            file = instances.file(arrivals);
            Mark.mark(file);
            start = System.nanoTime();
            Snapshot snapshot = Snapshot.take(plan, shadow, entry, arrivals, file, generator);
            if (!snapshot.problems.isEmpty()) {
                refuse(snapshot.problems);
                return;
            }
            done = true;
            instances.written(arrivals);
            new Report("captured").put("arrivals", arrivals).put("objects", snapshot.objects).put("bytes", snapshot.bytes)
                    .put("snapshot_ns", System.nanoTime() - start).write();
        } catch (java.io.IOException e) {
            refuse(List.of(CheckpointFile.unwritable(file, e)));
        } catch (java.io.UncheckedIOException e) {
            refuse(List.of(CheckpointFile.unwritable(file, e.getCause())));
        } catch (Throwable e) {
            refuse(List.of(new Problem("jcp", "the snapshot failed: " + describe(e), "")));
        } finally {
            HashGenerator.give(generator);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
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

    private static void refuse(List<Problem> problems) {
        done = true;
        if (instances != null) {
            instances.refused(arrivals);
        } else if (file != null) {
            file.delete();
        }
        for (Problem problem : problems) {
            Messages.print("jcp: refused: " + problem);
        }
        new Report("refused").put("arrivals", arrivals).reasons(problems).write();
        endIfMandatory();
    }

    /** Ends the program, with no hook of its own run, if it is not to run without leaving a checkpoint. */
    private static void endIfMandatory() {
        String value = System.getProperty("jcp.mandatory", System.getenv("JCP_MANDATORY"));
        if (value != null && !value.equals("false")) {
            Messages.print("jcp: the checkpoint is mandatory: the program ends");
            Runtime.getRuntime().halt(NO_CHECKPOINT);
        }
    }

    /** Says so if the program ended before the arrival that was wanted. */
    private static final class AtExit implements Runnable {
        @Override
        public void run() {
            if (done) {
                return;
            }
            String why = "arrivals at the region's start: " + arrivals + "; wanted was instance " + plan.instance;
            Messages.print("jcp: no checkpoint written: " + why);
            new Report("not-reached").put("arrivals", arrivals)
                    .reasons(List.of(new Problem("jcp", why, "choose an instance that is reached"))).write();
            endIfMandatory();
        }
    }
}
