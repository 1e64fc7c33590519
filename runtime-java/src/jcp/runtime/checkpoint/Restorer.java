package jcp.runtime.checkpoint;

import java.io.IOException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jcp.runtime.below.NumberedEntries;
import jcp.runtime.below.RootEntry;
import jcp.runtime.environment.ClockShift;
import jcp.runtime.environment.IterationOrder;
import jcp.runtime.environment.Registered;
import jcp.runtime.files.Descriptors;
import jcp.runtime.files.StandardInput;
import jcp.runtime.format.CheckpointFile;
import jcp.runtime.format.Source;
import jcp.runtime.frames.Frames;
import jcp.runtime.frames.Resuming;
import jcp.runtime.frames.Stack;
import jcp.runtime.frames.Variations;
import jcp.runtime.graph.GraphReader;
import jcp.runtime.graph.Kinds;
import jcp.runtime.graph.Parts;
import jcp.runtime.graph.Rehash;
import jcp.runtime.hashes.ClassHashes;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.ClassNames;
import jcp.runtime.jvm.HashGenerator;
import jcp.runtime.jvm.MarkWords;
import jcp.runtime.jvm.ThreadLocals;
import jcp.runtime.linking.MadeClasses;
import jcp.runtime.program.HiddenClasses;
import jcp.runtime.program.AgentState;
import jcp.runtime.program.Plan;
import jcp.runtime.program.ProgramLoaders;
import jcp.runtime.program.RunFacts;
import jcp.runtime.program.Statics;
import jcp.runtime.program.Surroundings;
import jcp.runtime.report.CannotReplay;
import jcp.runtime.report.Problem;
import jcp.runtime.threads.PoolWorkers;
import jcp.runtime.threads.RestoredThreads;
import jcp.runtime.threads.WorkerLocals;

/**
 * Restores a checkpoint whose file was checked: the JVM's state, the objects, identity hashes, statics, thread-local
 * values, and the shadow frames. Files are cut last, when nothing can be refused any more.
 */
public final class Restorer {
    private final Kinds kinds;
    private final Plan plan;
    private final CheckpointFile file;
    private final int objects;
    private final int classes;
    /** What is left of the section: at last the standard streams. */
    private Source roots;
    /** The threads besides main, when all is restored; null if there are none. */
    public RestoredThreads others;
    /** The frames of the JDK that are to be resumed; null if there are none. */
    public Resuming resuming;

    public Restorer(Kinds kinds, Plan plan, CheckpointFile file) throws IOException {
        this.kinds = kinds;
        this.plan = plan;
        this.file = file;
        Source header = file.section("header");
        String id = header.text();
        if (!id.equals(plan.id)) {
            throw new IOException("the checkpoint file belongs to another program, region or version of jcp; capture again with"
                    + " the capturing jar that was made together with this replaying jar");
        }
        String jdk = header.text();
        if (!jdk.equals(CheckpointFile.jdk())) {
            throw new IOException("the checkpoint was taken on another JVM (" + jdk + ") than this one (" + CheckpointFile.jdk()
                    + "); replay on that JVM, or capture again");
        }
        header.u8();
        objects = header.varint();
        classes = header.varint();
    }

    /** Internal names of the application's classes that were initialised. */
    public Set<String> initialized() {
        return new HashSet<>(Arrays.asList(file.section("initialized").texts()));
    }

    /** At a chain that starts below main: which entry of its root was captured. */
    public long activation() {
        return RootEntry.activation(file.section("entry"));
    }

    /** At which entries of the root the capturing run has numbered what could be reached. */
    public NumberedEntries numbered() {
        Source section = file.section("entry");
        RootEntry.activation(section);
        return RootEntry.numbered(section);
    }

    /** What must be so from the start: nothing that runs before the root may see another order. */
    public void prepare() throws IOException {
        Map<String, String[]> state = environment();
        String difference = Surroundings.difference(state);
        if (difference != null) {
            throw new IOException(difference);
        }
        IterationOrder.restoreNow(state);
        HashGenerator.rememberStart(state);
    }

    /** How the entry differs from the captured one; null if they correspond. */
    public String difference(RootEntry entry) {
        return entry.difference(file.section("entry"));
    }

    /**
     * {@code entry}: of a root below main, else null. Returns the stacks, the main thread's first, which is the one that calls this.
     */
    public List<Stack.Restored> restore(RootEntry entry) throws Throwable {
        Parts parts = Parts.read(file.section("parts"));
        Map<String, String[]> state = environment();
        GraphReader graph = new GraphReader(kinds, parts, state, classes, objects, entry);
        JvmStates states = new JvmStates(plan, initialized(), entry == null);
        List<Problem> problems = new ArrayList<>();
        kinds.check(parts, problems);
        if (plan.run != null && !plan.run.equals(RunFacts.id(state))) {
            throw new IllegalStateException("the checkpoint is of another run than the one with which the edited program was compared;"
                    + " give this checkpoint to jcp instrument --since JAR --checkpoint FILE, or to jcp refresh");
        }
        if (plan.isEdited && state.containsKey(AgentState.CHANGED)) {
            throw new IllegalStateException("the program was edited, and agents had changed classes before the checkpoint, which has their code;"
                    + " give the checkpoint to jcp instrument --since JAR --checkpoint FILE, or capture again");
        }
        StandardInput.check(state, problems);
        if (!problems.isEmpty()) {
            throw new CannotReplay(problems);
        }
        states.restoreEarly(state);
        classes(graph, state);
        Source threads = file.section("stacks");
        List<Stack.Restored> stacks = Stack.Restored.read(threads);
        stacks.get(0).restoreThread();
        states.restore(state);
        if (plan.replaysSeeds) {
            stacks.get(0).restoreSeeds();
        }
        objects(graph, stacks, state);
        if (state.containsKey(JdkFrames.KEY)) {
            resuming = new Resuming(plan, JdkFrames.restore(graph, state), Thread.currentThread());
        }
        kinds.restoreParts(graph);
        streams(graph);
        locals(graph, threads);
        others = stacks.size() > 1 ? new RestoredThreads(stacks, graph, state, plan) : null;
        for (Thread other : others == null ? List.<Thread>of() : others.threads()) {
            locals(graph, threads, other);
        }
        List<Thread> workers = Registered.restore(graph, state, entry != null);
        kinds.restoreEdges(graph);
        states.restoreLate(state);
        for (Stack.Restored stack : stacks) {
            stack.prepare();
        }
        WorkerLocals.restore(workers, graph);
        PoolWorkers.start(workers, graph, state, ClockShift.captured(state), others);
        Descriptors.cut();
        ProgramLoaders.forget();
        return stacks;
    }

    private void classes(GraphReader graph, Map<String, String[]> state) throws Throwable {
        graph.classes(file.section("classes"), new MadeClasses(state));
        ClassHashes.restoreMade();
        if (plan.linesMoved && graph.has(StackTraceElement.class)) {
            throw new IllegalStateException("the checkpoint has stack traces, and lines of the program have moved since the"
                    + " checkpoint was taken; capture again");
        }
    }

    /** Makes the objects; frames and static fields get theirs. */
    private void objects(GraphReader graph, List<Stack.Restored> stacks, Map<String, String[]> state) throws Throwable {
        graph.intern(file.section("interned"));
        graph.read(file.section("graph"));
        hashes(graph, file.section("hashes"));
        roots = file.section("roots");
        int count = roots.varint();
        if (count != stacks.size()) {
            throw new IllegalStateException("the checkpoint file is damaged: it has frames of " + count + " threads; capture again");
        }
        for (int i = 0; i < stacks.size(); i++) {
            stacks.get(i).frames = frames(graph, i == 0 ? plan.chain.size() : RestoredThreads.chain(state, plan, i - 1).chain.size());
        }
        if (state.containsKey(HiddenClasses.DATA)) {
            String[] data = state.remove(HiddenClasses.DATA);
            for (int i = 0; i < data.length; i++) {
                HiddenClasses.setData(i, graph.object(Integer.parseInt(data[i])));
            }
        }
        Variations.apply(plan, stacks.get(0).frames, statics(graph, roots));
        IterationOrder.settle();
    }

    private Map<String, String[]> environment() {
        Source source = file.section("environment");
        Map<String, String[]> state = new LinkedHashMap<>();
        for (int n = source.varint(); n > 0; n--) {
            state.put(source.text(), source.texts());
        }
        return state;
    }

    private Frames frames(GraphReader graph, int most) {
        Frames.Frame[] frames = new Frames.Frame[roots.varint(most + 1)];
        for (int depth = 0; depth < frames.length; depth++) {
            int slots = roots.checked(roots.varint());
            frames[depth] = new Frames.Frame(slots);
            for (int slot = 0; slot < slots; slot++) {
                if (roots.u1() == 'A') {
                    frames[depth].references[slot] = graph.object(roots);
                } else {
                    frames[depth].values[slot] = roots.u8();
                }
            }
        }
        return new Frames(frames);
    }

    private List<Statics.Field> statics(GraphReader graph, Source roots) throws ClassNotFoundException {
        List<Statics.Field> fields = new ArrayList<>();
        for (int n = roots.varint(); n > 0; n--) {
            String type = roots.text();
            String name = roots.text();
            String descriptor = roots.text();
            Class<?> owner = ClassNames.find(type, true);
            Statics.Field field = Statics.find(owner, name, descriptor);
            if (field == null) {
                throw new IllegalStateException(type + " has no field " + name + " of the type in the checkpoint; capture again");
            }
            if (field.isReference()) {
                Access.U.putReference(field.base, field.offset, graph.object(roots));
            } else {
                field.setBits(roots.u8());
            }
            fields.add(field);
        }
        return fields;
    }

    private void streams(GraphReader graph) {
        java.io.InputStream in = (java.io.InputStream) graph.object(roots);
        java.io.PrintStream out = (java.io.PrintStream) graph.object(roots);
        java.io.PrintStream err = (java.io.PrintStream) graph.object(roots);
        if (in != System.in) {
            System.setIn(in);
        }
        if (out != System.out) {
            System.setOut(out);
        }
        if (err != System.err) {
            System.setErr(err);
        }
    }

    private void hashes(GraphReader graph, Source source) {
        Rehash rehash = new Rehash();
        for (int n = source.varint(); n > 0; n--) {
            Object object = graph.object(source.varint(graph.limit()));
            int hash = source.u4();
            if (object instanceof ProtectionDomain && !plan.below) {
                MarkWords.replace(object, hash); // no code of the program has run: the JVM alone has hashed it, for a table which takes it once more
            }
            if (!MarkWords.set(object, hash)) {
                rehash.add(object, hash);
            }
        }
        rehash.mend(graph);
    }

    /** Those of a thread that has not begun. */
    private static void locals(GraphReader graph, Source source, Thread thread) {
        for (int n = source.varint(); n > 0; n--) {
            ThreadLocal<?> local = (ThreadLocal<?>) graph.object(source);
            ThreadLocals.set(thread, local, graph.object(source));
        }
    }

    @SuppressWarnings("unchecked")
    private static void locals(GraphReader graph, Source source) {
        for (int n = source.varint(); n > 0; n--) {
            ThreadLocal<Object> local = (ThreadLocal<Object>) graph.object(source);
            ThreadLocals.set(local, graph.object(source));
        }
    }
}
