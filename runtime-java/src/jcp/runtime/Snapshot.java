package jcp.runtime;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Takes the snapshot: roots, the objects they reach, and the state of the JVM; or the problems that prevent it. */
final class Snapshot {
    /** In place of an arrival: the file is a state to compare, which is restored to no object of an entry. */
    static final long STATE = 0;

    final List<Problem> problems = new ArrayList<>();
    int objects;
    long bytes;

    private final Plan plan;
    private final List<Plan.Element> chain;
    private final Shadow shadow;
    private final HashGenerator generator;
    private final long[] names;
    private final long threadId;
    private final List<String> classHashes;
    private final List<String> enumHashes;
    private final List<String> stringHashes;
    private final List<String> localHashes;
    private final List<String> proxies;
    private final List<String> accessors;
    private final List<String> lambdaForms;
    private final List<String> jdkLambdas;
    private final List<String> jdkInitialized;
    private final Set<String> literals;
    /** Names of the roots in the order in which they were put, with their objects' numbers: for paths. */
    private final List<String> rootNames = new ArrayList<>();
    private final List<Integer> rootIds = new ArrayList<>();
    private final List<String> registered = new ArrayList<>();

    private final Entry entry;
    /** Classes that may keep objects; none where the file is a state, of which no object goes back to them. */
    private Set<String> kept;

    private Snapshot(Plan plan, List<Plan.Element> chain, Shadow shadow, Entry entry, HashGenerator generator) throws IOException {
        threadId = Counters.threadId(); // before a collection of garbage starts threads
        names = NameCounters.now(); // before others are made
        LoadedClasses loaded = new LoadedClasses();
        this.classHashes = ClassHashes.now(loaded);
        this.enumHashes = EnumHashes.now(loaded);
        this.stringHashes = StringHashes.now(loaded);
        this.localHashes = ThreadLocalHashes.now(loaded);
        this.proxies = Proxies.now(loaded);
        this.accessors = Accessors.now(loaded);
        this.lambdaForms = LambdaForms.now();
        this.jdkLambdas = loaded.lambdas;
        this.jdkInitialized = JdkInitialized.now(loaded);
        this.plan = plan;
        this.chain = chain;
        this.generator = generator;
        this.shadow = shadow;
        this.entry = entry;
        this.literals = Plan.literals();
        JdkLiterals.addTo(literals, loaded);
    }

    /** Takes it and writes the file, unless there are problems. {@code entry}: of a root below main, else null. */
    static Snapshot take(Plan plan, Shadow shadow, Entry entry, long arrival, java.io.File file, HashGenerator generator)
            throws IOException {
        return take(plan, plan.chain, shadow, entry, arrival, file, generator);
    }

    /** The same where the frames are those of another chain. */
    static Snapshot take(Plan plan, List<Plan.Element> chain, Shadow shadow, Entry entry, long arrival, java.io.File file,
            HashGenerator generator) throws IOException {
        Snapshot snapshot = new Snapshot(plan, chain, shadow, entry, generator);
        snapshot.kept = arrival == STATE ? Set.of() : new HashSet<>(snapshot.jdkInitialized);
        Environment.check(snapshot.problems, entry != null);
        Statics.check(plan, snapshot.problems);
        Unguarded.check(plan, snapshot.problems);
        try (CheckpointFile.Writer writer = new CheckpointFile.Writer(file)) {
            try (GraphWriter graph =
                    new GraphWriter(snapshot.literals, snapshot.kept, shadow.thread, writer.graph, false)) {
                graph.entry = entry;
                if (entry != null && arrival != STATE) {
                    graph.number(entry);
                }
                Sink roots = snapshot.roots(graph);
                graph.trace();
                if (Policy.prunes() && graph.problems.isEmpty()) {
                    WeaklyHeld.check(graph, snapshot.rootIds, snapshot.problems);
                }
                PoolWorkers.check(snapshot.problems);
                if (graph.problems.isEmpty() && snapshot.problems.isEmpty()) {
                    snapshot.write(graph, roots, arrival, writer);
                    return snapshot;
                }
            }
            snapshot.collectProblems();
        } finally {
            PoolWorkers.forget();
            NameCounters.give(snapshot.names);
            Counters.giveThreadId(snapshot.threadId);
        }
        return snapshot;
    }

    /** Traces again, this time noting where each object was found, and places the problems. */
    private void collectProblems() {
        rootNames.clear();
        rootIds.clear();
        try (GraphWriter graph = new GraphWriter(literals, kept, shadow.thread, Sink.dropped(), true)) {
            graph.entry = entry;
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
        frames(graph, out);
        statics(graph, out);
        out.varint(root(graph, "System.in", System.in));
        out.varint(root(graph, "System.out", System.out));
        out.varint(root(graph, "System.err", System.err));
        registered.clear();
        List<Problem> takenBack = problems.isEmpty() ? problems : new ArrayList<>(); // said once
        List<WeakReference<Object>> above = entry == null ? List.of() : entry.registered;
        for (Registered each : Registered.since(above, shadow.thread, takenBack)) {
            registered.add(each.kind);
            registered.add(Integer.toString(root(graph, each.kind, each.object)));
        }
        if (LogLevels.used()) {
            for (Map.Entry<String, Object> each : Loggers.registered(entry != null, takenBack)) {
                registered.add(each.getKey());
                registered.add(Integer.toString(root(graph, each.getKey(), each.getValue())));
            }
        }
        return out;
    }

    private void frames(GraphWriter graph, Sink out) {
        out.varint(chain.size());
        for (int depth = 0; depth < chain.size(); depth++) {
            Plan.Element element = chain.get(depth);
            String name = "frame " + element.type.replace('/', '.') + "." + element.method + ":" + element.line;
            int from = shadow.start(depth);
            int to = shadow.end(depth);
            out.varint(to - from);
            for (int slot = from; slot < to; slot++) {
                byte kind = shadow.kinds[slot];
                out.u1(kind);
                if (kind == 'A') {
                    out.varint(root(graph, name, shadow.references[slot]));
                } else {
                    out.u8(shadow.values[slot]);
                }
            }
        }
    }

    /** The planned statics of initialised classes, and all statics of initialised enums of the application. */
    private void statics(GraphWriter graph, Sink out) {
        List<Statics.Field> fields = Statics.of(plan, Statics.initialized());
        out.varint(fields.size());
        for (Statics.Field field : fields) {
            out.text(field.type.getName());
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
        Sink header = new Sink();
        header.text(plan.id);
        header.text(CheckpointFile.jdk());
        header.u8(arrival);
        header.varint(graph.ids.count);
        header.varint(graph.classes.count);
        header.texts(graph.classes.enums());
        Sink environment = new Sink();
        Map<String, String[]> state = new java.util.TreeMap<>(Environment.take());
        state.putAll(graph.outside);
        ClassHashes.take(classHashes, graph.ids, graph.classObjects, graph.classes.named, state);
        CallSites.take(state);
        MadeClasses.take(graph.classes.made, state);
        NameCounters.take(names, state);
        Counters.takeThreadId(threadId, state);
        EnumHashes.take(enumHashes, state);
        StringHashes.take(stringHashes, graph.ids, state);
        ThreadLocalHashes.take(localHashes, state);
        Proxies.take(proxies, state);
        Accessors.take(accessors, state);
        LambdaForms.take(lambdaForms, state);
        JdkLinking.take(jdkLambdas, state);
        JdkInitialized.take(jdkInitialized, state);
        Rehearsal.take(state);
        Registered.take(registered, state);
        PoolWorkers.take(state);
        Strings.take(state);
        Addressing.take(state);
        Boxes.take(state);
        HashGenerator.take(generator, state);
        if (entry != null) {
            HashGenerator.takeStart(state);
        }
        environment.varint(state.size());
        for (Map.Entry<String, String[]> entry : state.entrySet()) {
            environment.text(entry.getKey());
            environment.texts(entry.getValue());
        }
        Sink initialized = new Sink();
        Map<String, Boolean> names = new java.util.TreeMap<>(); // sorting a list would link classes that the program may need first
        for (Class<?> type : Statics.initialized()) {
            names.put(type.getName().replace('.', '/'), true);
        }
        List<String> sorted = new ArrayList<>();
        for (Map.Entry<String, Boolean> name : names.entrySet()) {
            sorted.add(name.getKey());
        }
        initialized.texts(sorted.toArray(new String[0]));
        Sink hashes = hashes(graph);
        Sink locals = new Sink();
        locals.varint(graph.threadLocals.size());
        for (int[] pair : graph.threadLocals) {
            locals.varint(pair[0]);
            locals.varint(pair[1]);
        }
        Sink interned = new Sink();
        interned.varint(graph.interned.size());
        for (Map.Entry<Integer, Boolean> e : graph.interned.entrySet()) {
            interned.varint(e.getKey());
        }
        Sink above = new Sink();
        if (entry != null) {
            entry.write(above);
        }
        bytes = writer.finish(
                header, environment, initialized, graph.classes.section, graph.out, roots, hashes, locals, interned,
                above);
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
}
