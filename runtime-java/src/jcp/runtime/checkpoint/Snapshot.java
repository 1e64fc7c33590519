package jcp.runtime.checkpoint;

import java.io.File;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import jcp.runtime.below.RootEntry;
import jcp.runtime.environment.Environment;
import jcp.runtime.environment.Registered;
import jcp.runtime.format.CheckpointFile;
import jcp.runtime.format.Sink;
import jcp.runtime.frames.Shadow;
import jcp.runtime.frames.Stack;
import jcp.runtime.graph.GraphWriter;
import jcp.runtime.graph.Kinds;
import jcp.runtime.graph.WeaklyHeld;
import jcp.runtime.hashes.ClassHashes;
import jcp.runtime.hashes.StringHashes;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.ClassNames;
import jcp.runtime.jvm.HashGenerator;
import jcp.runtime.jvm.JdkFrame;
import jcp.runtime.jvm.LoadedClasses;
import jcp.runtime.kinds.LogLevels;
import jcp.runtime.kinds.Loggers;
import jcp.runtime.linking.DefinedSites;
import jcp.runtime.linking.JdkLiterals;
import jcp.runtime.linking.MadeClasses;
import jcp.runtime.program.AgentState;
import jcp.runtime.program.DefinedClasses;
import jcp.runtime.program.Plan;
import jcp.runtime.program.ProgramLoaders;
import jcp.runtime.program.Statics;
import jcp.runtime.program.Unguarded;
import jcp.runtime.report.Problem;
import jcp.runtime.threads.LoneThreads;
import jcp.runtime.threads.PoolWorkers;
import jcp.runtime.threads.SeenThreads;
import jcp.runtime.threads.WaitingThreads;

/** Takes the snapshot: roots, the objects they reach, and the state of the JVM; or the problems that prevent it. */
public final class Snapshot {
    /** In place of an arrival: the file is a state to compare, which is restored to no object of an entry. */
    static final long STATE = 0;

    public final List<Problem> problems = new ArrayList<>();
    /**
     * Whether there were problems that were gone when their places were looked for, as another thread has changed what was in the way; or none but
     * that an idle worker's time was up.
     */
    public boolean passing;
    public int objects;
    public long bytes;

    /** What the objects met in the first pass are in the way by. */
    private List<Problem> met = List.of();
    /** Whether an idle worker did not stay so: it has ended when the snapshot is taken again. */
    private boolean stirred;
    private final Kinds kinds;
    private final Plan plan;
    private final List<Stack> stacks;
    private final RootEntry entry;
    private final JvmStates states;
    private final Set<String> literals;
    /** Names of the roots in the order in which they were put, with their objects' numbers: for paths. */
    private final List<String> rootNames = new ArrayList<>();
    private final List<Integer> rootIds = new ArrayList<>();
    private final List<String> registered = new ArrayList<>();
    /** Classes that may keep objects; none where the file is a state, of which no object goes back to them. */
    private final Set<String> kept;

    private Snapshot(Kinds kinds, Plan plan, List<Stack> stacks, RootEntry entry, boolean isState) throws IOException {
        states = new JvmStates(plan);
        LoadedClasses loaded = states.note();
        this.kinds = kinds;
        this.plan = plan;
        this.stacks = stacks;
        this.entry = entry;
        literals = Plan.literals();
        JdkLiterals.addTo(literals, loaded);
        DefinedClasses.find(plan, loaded, literals);
        DefinedSites.note(isState);
        kept = isState ? Set.of() : new HashSet<>(states.jdkInitialized.noted);
    }

    /**
     * Takes it and writes the file, unless there are problems. {@code stacks}: of the threads that go on, the main one first;
     * {@code entry}: of a root below main, else null.
     */
    public static Snapshot capture(Kinds kinds, Plan plan, List<Stack> stacks, RootEntry entry, long arrival, File file) throws IOException {
        try {
            Snapshot snapshot;
            do {
                snapshot = once(kinds, plan, stacks, entry, arrival, file);
            } while (ProgramLoaders.adopt());
            return snapshot;
        } finally {
            ProgramLoaders.forget();
        }
    }

    private static Snapshot once(Kinds kinds, Plan plan, List<Stack> stacks, RootEntry entry, long arrival, File file) throws IOException {
        Snapshot snapshot = new Snapshot(kinds, plan, stacks, entry, arrival == STATE);
        try {
            Environment.check(snapshot.problems);
            Statics.check(plan, snapshot.problems);
            DefinedClasses.check(plan, snapshot.problems);
            AgentState.check(plan, snapshot.problems);
            Unguarded.check(plan, snapshot.problems);
            if (arrival == STATE) {
                LoneThreads.check(snapshot.problems);
            }
            LoneThreads.hold(new LoneThreads.Work() { // no lambda, whose linking takes hashes
                @Override
                public void run() throws IOException {
                    snapshot.writeTo(file, arrival);
                }
            });
        } finally {
            PoolWorkers.forget();
            snapshot.states.putBack();
        }
        return snapshot;
    }

    private void writeTo(File file, long arrival) throws IOException {
        try (CheckpointFile.Writer writer = new CheckpointFile.Writer(file)) {
            if (!written(writer, arrival)) {
                collectProblems();
            }
        }
    }

    /** False if there are problems. */
    private boolean written(CheckpointFile.Writer writer, long arrival) throws IOException {
        try (GraphWriter graph = new GraphWriter(kinds, literals, kept, threads(), writer.graph, false)) {
            graph.standing = entry;
            if (entry != null && arrival != STATE) {
                graph.number(entry);
            }
            Sink roots = roots(graph);
            graph.trace();
            if (Plan.prunes() && graph.problems.isEmpty()) {
                WeaklyHeld.check(graph, rootIds, problems);
            }
            stirred = PoolWorkers.check(problems);
            if (!plan.threads.isEmpty()) { // else the class is not loaded
                WaitingThreads.check(plan, problems);
                if (arrival == STATE) {
                    SeenThreads.check(problems);
                }
            }
            boolean captured = graph.problems.isEmpty() && problems.isEmpty();
            if (captured) {
                write(graph, roots, arrival, writer);
            }
            met = graph.problems;
            return captured;
        }
    }

    private List<Thread> threads() {
        List<Thread> threads = new ArrayList<>();
        for (Stack stack : stacks) {
            threads.add(stack.thread);
        }
        return threads;
    }

    /** Traces again, this time noting where each object was found, and places the problems; those met before are told without places if they are gone. */
    private void collectProblems() {
        rootNames.clear();
        rootIds.clear();
        try (GraphWriter graph = new GraphWriter(kinds, literals, kept, threads(), Sink.dropped(), true)) {
            graph.standing = entry;
            roots(graph);
            graph.trace();
            List<String> seen = new ArrayList<>();
            for (int i = 0; i < graph.problems.size(); i++) {
                Problem problem = graph.problems.get(i);
                if (!seen.contains(problem.type)) { // the first place of each class is enough
                    seen.add(problem.type);
                    problems.add(problem.at(path(graph, graph.places.get(i))));
                }
            }
        }
        if (problems.isEmpty()) {
            passing = true;
            problems.addAll(met);
        } else {
            passing = stirred && problems.size() == 1;
        }
    }

    private String path(GraphWriter graph, int id) {
        List<Integer> chain = graph.path(id);
        int root = rootIds.indexOf(chain.get(0));
        StringBuilder text = new StringBuilder(root < 0 ? "?" : rootNames.get(root));
        for (int i = 1; i < chain.size(); i++) {
            text.append(" -> ").append(graph.step(chain.get(i - 1), chain.get(i)));
        }
        return text.toString();
    }

    private int root(GraphWriter graph, String name, Object object) {
        int id = graph.id(object);
        rootNames.add(name);
        rootIds.add(id);
        return id;
    }

    private Sink roots(GraphWriter graph) {
        Sink out = new Sink();
        out.varint(stacks.size());
        for (Stack stack : stacks) {
            if (stack != stacks.get(0)) {
                root(graph, "thread " + stack.thread.getName(), stack.thread);
            }
            frames(graph, stack, out);
            for (JdkFrame frame : stack.between) {
                for (Object object : JdkFrames.objects(frame)) {
                    root(graph, "frame " + frame.name(), object);
                }
            }
        }
        for (Object task : stacks.size() > 1 ? WaitingThreads.tasks() : List.of()) {
            root(graph, "a task that a pool runs", task);
        }
        statics(graph, out);
        for (ClassLoader loader : ClassNames.loaders()) {
            root(graph, "a class loader", loader);
        }
        for (Object data : DefinedClasses.data()) {
            root(graph, "data of a hidden class", data);
        }
        for (Object agent : AgentState.roots()) {
            root(graph, "an agent", agent);
        }
        for (Object agent : AgentState.standing()) {
            if (graph.ids.get(agent) == 0 && problems.isEmpty()) {
                problems.add(new Problem(agent.getClass().getName(), "an agent was loaded above the chain's first method, and the program cannot reach it there: what its"
                    + " transformers hold is not captured", "start the chain at main, or load the agent after the checkpoint"));
            }
        }
        out.varint(root(graph, "System.in", System.in));
        out.varint(root(graph, "System.out", System.out));
        out.varint(root(graph, "System.err", System.err));
        registered.clear();
        List<Problem> takenBack = problems.isEmpty() ? problems : new ArrayList<>(); // said once
        List<WeakReference<Object>> above = entry == null ? List.of() : entry.registered;
        for (Registered each : Registered.since(above, stacks.get(0).thread, takenBack)) {
            registered.add(each.kind);
            registered.add(Integer.toString(root(graph, each.kind, each.object)));
        }
        if (LogLevels.used()) {
            for (Map.Entry<String, Object> each : Loggers.registered(takenBack)) {
                registered.add(each.getKey());
                registered.add(Integer.toString(root(graph, each.getKey(), each.getValue())));
            }
        }
        return out;
    }

    private void frames(GraphWriter graph, Stack stack, Sink out) {
        Shadow shadow = stack.shadow;
        out.varint(stack.chain.size());
        for (int depth = 0; depth < stack.chain.size(); depth++) {
            Plan.Element element = stack.chain.get(depth);
            String name = "frame " + element.type.replace('/', '.') + "." + element.method + ":" + element.line;
            int from = shadow.start(depth);
            int to = shadow.end(depth);
            char more = stack.madeUp(depth);
            out.varint(to - from + (more == 0 ? 0 : 1));
            for (int slot = from; slot < to; slot++) {
                byte kind = shadow.kinds[slot];
                out.u1(kind);
                if (kind == 'A') {
                    out.varint(root(graph, name, stack.reference(depth, slot - from)));
                } else {
                    out.u8(stack.value(depth, slot - from));
                }
            }
            if (more != 0) {
                out.u1(more);
                out.u8(stack.madeUpValue());
            }
        }
    }

    /** The planned statics of initialised classes, and all statics of initialised enums of the application. */
    private void statics(GraphWriter graph, Sink out) {
        List<Statics.Field> fields = Statics.of(plan, Statics.initialized());
        out.varint(fields.size());
        for (Statics.Field field : fields) {
            out.text(ClassNames.of(field.type));
            out.text(field.name);
            out.text(field.descriptor);
            if (field.isReference()) {
                Object value = Access.U.getReference(field.base, field.offset);
                out.varint(root(graph, "static " + field.type.getName() + "." + field.name, value));
            } else {
                out.u8(field.bits());
            }
        }
    }

    private void write(GraphWriter graph, Sink roots, long arrival, CheckpointFile.Writer writer) throws IOException {
        objects = graph.ids.count;
        Sink above = new Sink();
        if (entry != null) {
            entry.write(above);
        }
        Sink parts = new Sink();
        graph.parts.write(parts);
        bytes = writer.finish(header(graph, arrival), environment(graph, arrival), parts, initialized(), graph.classes.section, graph.out, roots,
            hashes(graph), stacks(graph), interned(graph), above);
    }

    private Sink header(GraphWriter graph, long arrival) {
        Sink header = new Sink();
        header.text(plan.id);
        header.text(CheckpointFile.jdk());
        header.u8(arrival);
        header.varint(graph.ids.count);
        header.varint(graph.classes.count);
        header.texts(graph.classes.enums());
        return header;
    }

    private Sink environment(GraphWriter graph, long arrival) {
        Map<String, String[]> state = states.capture();
        state.putAll(graph.found);
        ClassHashes.capture(states.classHashes.noted, graph.ids, graph.classObjects, graph.classes.named, state);
        StringHashes.capture(states.stringHashes.noted, graph.ids, state);
        MadeClasses.capture(graph.classes.made, state);
        Registered.capture(registered, state);
        ProgramLoaders.capture(graph.ids, state);
        DefinedClasses.captureData(graph.ids, state);
        if (!stacks.get(0).between.isEmpty()) {
            JdkFrames.capture(stacks.get(0).between, graph, state);
        }
        if (stacks.size() > 1) {
            WaitingThreads.capture(graph, state);
            if (arrival == STATE) {
                SeenThreads.capture(graph, state);
            }
        }
        if (entry != null) {
            HashGenerator.captureStart(state);
        }
        Sink environment = new Sink();
        environment.varint(state.size());
        for (Map.Entry<String, String[]> each : state.entrySet()) {
            environment.text(each.getKey());
            environment.texts(each.getValue());
        }
        return environment;
    }

    private static Sink initialized() {
        Map<String, Boolean> names = new TreeMap<>(); // sorting a list would link classes that the program may need first
        for (Class<?> type : Statics.initialized()) {
            names.put(type.getName().replace('.', '/'), true);
        }
        List<String> sorted = new ArrayList<>();
        for (Map.Entry<String, Boolean> name : names.entrySet()) {
            sorted.add(name.getKey());
        }
        Sink initialized = new Sink();
        initialized.texts(sorted.toArray(new String[0]));
        return initialized;
    }

    private static Sink hashes(GraphWriter graph) {
        int[] numbers = graph.ids.numbersWithHash();
        Sink hashes = new Sink();
        hashes.varint(numbers.length);
        for (int number : numbers) {
            hashes.varint(number);
            hashes.u4(System.identityHashCode(graph.ids.object(number)));
        }
        return hashes;
    }

    /** Of each thread what goes on, then of each the values of its thread-locals. */
    private Sink stacks(GraphWriter graph) {
        Sink out = new Sink();
        out.varint(stacks.size());
        for (Stack stack : stacks) {
            stack.write(out);
        }
        for (int i = 0; i < stacks.size(); i++) {
            List<int[]> locals = graph.threadLocals(i);
            out.varint(locals.size());
            for (int[] pair : locals) {
                out.varint(pair[0]);
                out.varint(pair[1]);
            }
        }
        return out;
    }

    private static Sink interned(GraphWriter graph) {
        Sink interned = new Sink();
        interned.varint(graph.interned.size());
        for (Map.Entry<Integer, Boolean> each : graph.interned.entrySet()) {
            interned.varint(each.getKey());
        }
        return interned;
    }
}
