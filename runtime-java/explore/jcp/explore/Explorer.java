package jcp.explore;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The process in which a program is run again and again, each time under the schedule that the search says ({@link Link}).
 *
 * <pre>java -cp EXPLORER jcp.explore.Explorer LIMIT CLASSPATH MAIN ARGS…</pre>
 *
 * Each execution has classes of its own, or those of the one before with their statics set back ({@link Initial}). LIMIT: seconds that a step may take; 0: any time.
 */
public final class Explorer {
    /** How long it may take until the threads of an execution have ended, for its classes to be used again. */
    private static final long PATIENCE = 200;
    private static Explorer only;
    private final Link link;
    private final int limit;
    /** Numbers of paths of tasks. */
    private final Map<Long, Integer> numbers = new HashMap<>();
    final Frames frames;
    private boolean comparesStates;
    private boolean findsShared = true;
    private boolean timeouts;
    private int spurious;
    final Sharing sharing = new Sharing();
    /** Places whose plain accesses are points. */
    private final Set<Long> points = new HashSet<>();
    private final Program program;
    /** Where executions begin; null: with main. */
    private final Start start;
    private SetUp setUp;
    /** Classes to be initialised at the checkpoint. */
    private final List<String> early = new ArrayList<>();
    /** What the next execution is refused for, or null: places that the last one found to be shared. */
    private String untold;
    /** The execution before, and its classes. */
    private Run last;
    private Program.ProgramLoader kept;
    /** What the search asked last, when an execution was over. */
    volatile char command;

    private Explorer(Link link, int limit, Program program) {
        this.link = link;
        this.limit = limit;
        this.program = program;
        this.frames = new Frames(program.loader());
        this.start = Start.of(program.loader());
    }

    /** Starts. */
    public static void main(String[] args) {
        // the program's streams are its own, jcp talks through those of the process
        InputStream in = new FileInputStream(FileDescriptor.in);
        Link link = new Link(in, new FileOutputStream(FileDescriptor.out));
        System.setIn(InputStream.nullInputStream());
        PrintStream shared = new PrintStream(new Output.Shared(), true, StandardCharsets.UTF_8);
        System.setOut(shared);
        System.setErr(shared);
        Program program = new Program(args[1], args[2], Arrays.copyOfRange(args, 3, args.length));
        only = new Explorer(link, Integer.parseInt(args[0]), program);
        only.explore();
    }

    private void explore() {
        command = link.command();
        while (true) {
            switch (command) {
                case 'C' -> {
                    comparesStates = true;
                    command = link.command();
                }
                case 'M' -> {
                    comparesStates = false;
                    findsShared = false;
                    untold = null;
                    command = link.command();
                }
                case 'W' -> {
                    timeouts = link.number() != 0;
                    spurious = link.number();
                    command = link.command();
                }
                case 'O' -> {
                    points();
                    command = link.command();
                }
                case 'K' -> {
                    for (int left = link.number(); left > 0; left--) {
                        early.add(link.text());
                    }
                    command = link.command();
                }
                case 'R', 'T' -> execute(command == 'T');
                default -> Runtime.getRuntime().halt(0);
            }
        }
    }

    private void points() {
        for (int left = link.number(); left > 0; left--) {
            points.add(link.hash());
        }
    }

    private void execute(boolean isTraced) {
        Run.Past[] prefix = new Run.Past[link.number()];
        for (int at = 0; at < prefix.length; at++) {
            prefix[at] = new Run.Past(link.number(), link.number(), link.hash());
        }
        List<String> news = setUp == null ? null : setUp.news();
        if (untold != null || news != null) {
            link.refuse(untold != null ? 'r' : 'c', untold != null ? untold : String.join("\n", news));
            untold = null;
            command = link.command();
            return;
        }
        Run run = begin(prefix, isTraced);
        await(run, limit);
        untold = findsShared ? run.untold() : null;
        if (setUp != null) {
            setUp.free();
        }
    }

    private Run begin(Run.Past[] prefix, boolean isTraced) {
        if (setUp != null) {
            return setUp.begin(program, prefix, isTraced);
        }
        Counters.reset();
        if (start != null) {
            setUp = new SetUp(this, link, program, start, limit, early);
            return setUp.begin(program, prefix, isTraced);
        }
        boolean isKept = last != null && kept.initial.isReusable() && last.carried.areDone(PATIENCE) && kept.initial.restore();
        Program.ProgramLoader loader = isKept ? kept : program.loader();
        Run run = new Run(this, link, loader, prefix, isTraced);
        last = run;
        kept = loader;
        Thread main = new Thread(null, null, "main");
        main.setContextClassLoader(loader);
        Task first = run.add(main, null);
        run.begin(first, () -> Threads.run(first, () -> program.main(loader)));
        return run;
    }

    /** Waits until an execution is over. */
    void await(Run run, int limit) {
        long seen = -1;
        try {
            while (!run.done.await(limit == 0 ? Integer.MAX_VALUE : limit, TimeUnit.SECONDS)) {
                long steps = run.steps();
                if (steps >= 0 && steps == seen) {
                    Thread runs = run.runs();
                    String where = runs == null ? "nowhere" : Place.shown(Place.of(runs.getStackTrace()));
                    link.fail('u', "a step takes more than " + limit + " s: the program runs without an end, or waits in a call that jcp does not know: " + where);
                }
                seen = steps;
            }
        } catch (InterruptedException error) {
            throw new IllegalStateException(error);
        }
    }

    /** A thread that jcp did not start runs code of the program. */
    static void uncontrolled(Thread thread) {
        only.link.fail('u', "thread \"" + thread.getName() + "\" runs code of the program, and jcp did not see it start: " + Place.stack());
    }

    /** A defect of jcp's. */
    static void defect(Throwable error) {
        java.io.StringWriter text = new java.io.StringWriter();
        error.printStackTrace(new java.io.PrintWriter(text));
        // it may be in the middle of a message
        new PrintStream(new FileOutputStream(FileDescriptor.err), true).println("jcp: defect in the explorer: " + text);
        only.link.fail('i', text.toString());
    }

    /** Classes whose use others may see. */
    Initialisers initialisers() {
        return program.initialisers();
    }

    /** The class whose static, or whose initialiser, a location is; empty if no instruction accesses it. */
    String classOf(int location) {
        return location < 0 ? "" : classOf(nameOf(location));
    }

    /** The class of a member, by its name. */
    static String classOf(String member) {
        return member.substring(0, Math.max(0, member.lastIndexOf('.')));
    }

    /** The name of a location. */
    String nameOf(int location) {
        return program.locations()[location];
    }

    /** The number of a location by its name; -1: there is none. */
    int locationOf(String name) {
        return Arrays.asList(program.locations()).indexOf(name);
    }

    /** Whether the search wants to know each state, not only those at ends. */
    boolean comparesStates() {
        return comparesStates;
    }

    /** Whether the search wants to know which places threads share besides. */
    boolean findsShared() {
        return findsShared;
    }

    /** Whether a wait with a limit may end by it while others can go on. */
    boolean timeouts() {
        return timeouts;
    }

    /** How often a thread may wake up without a cause. */
    int spurious() {
        return spurious;
    }

    boolean isPoint(long place) {
        return points.contains(place);
    }

    /** The number of this path. */
    int numberOf(long path) {
        return numbers.computeIfAbsent(path, it -> numbers.size());
    }
}
