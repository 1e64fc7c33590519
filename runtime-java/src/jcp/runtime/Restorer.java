package jcp.runtime;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Restores a checkpoint whose file was checked: the JVM's state, the objects, identity hashes, statics, thread-local
 * values, and the shadow frames. Files are cut last, when nothing can be refused any more.
 */
final class Restorer {
    private final Plan plan;
    private final CheckpointFile file;
    private final int objects;
    private final int classes;

    Restorer(Plan plan, CheckpointFile file) throws IOException {
        this.plan = plan;
        this.file = file;
        Source header = file.section("header");
        String id = header.text();
        if (!id.equals(plan.id)) {
            throw new IOException("the checkpoint file belongs to another program, region or version of jcp; capture again with"
                    + " the capturing jar that was made with this one");
        }
        String jdk = header.text();
        if (!jdk.equals(CheckpointFile.jdk())) {
            throw new IOException("the checkpoint was taken on another JVM (" + jdk + "), this is " + CheckpointFile.jdk()
                    + "; replay on that one, or capture again");
        }
        header.u8();
        objects = header.varint();
        classes = header.varint();
    }

    /** Internal names of the application's classes that were initialised. */
    Set<String> initialized() {
        return new HashSet<>(Arrays.asList(file.section("initialized").texts()));
    }

    /** At a chain that starts below main: which entry of its root was captured. */
    long activation() {
        return Entry.activation(file.section("entry"));
    }

    /** What must be so from the start: nothing that runs before the root may see another order. */
    void prepare() throws IOException {
        Map<String, String[]> state = environment();
        String difference = Surroundings.difference(state);
        if (difference != null) {
            throw new IOException(difference);
        }
        IterationOrder.give(state);
        HashGenerator.rememberStart(state);
    }

    /** How the entry differs from the captured one; null if they correspond. */
    String difference(Entry entry) {
        Source captured = file.section("entry");
        Entry.activation(captured);
        return entry.difference(captured);
    }

    /** {@code entry}: of a root below main, else null. */
    Frames restore(Entry entry) throws Throwable {
        GraphReader graph = new GraphReader(classes, objects, entry);
        Map<String, String[]> state = environment();
        IterationOrder.give(state);
        Resources.check(state);
        ClassHashes.give(state);
        EnumHashes.give(state);
        StringHashes.give(state);
        ThreadLocalHashes.give(state);
        CallSites.give(state);
        JdkInitialized.give(state);
        JdkLinking.give(state);
        Unguarded.still(plan, initialized()); // not before their classes have their hashes
        HashGenerator.loadHooks();
        LambdaForms.give(state);
        Rehearsal.give(state);
        if (entry == null) {
            Hidden.hide(plan); // not before, since it hashes the classes
        }
        Proxies.give(state);
        graph.classes(file.section("classes"), new MadeClasses(state));
        ClassHashes.giveMade();
        NameCounters.remember(state);
        if (plan.linesMoved && graph.has(StackTraceElement.class)) {
            throw new IllegalStateException("the checkpoint has stack traces, and lines of the program have moved since it was"
                    + " taken; capture again");
        }
        if (!plan.replaysSeeds) {
            Counters.leaveOutSeeds(state);
        }
        if (plan.replaysClock) {
            ReplayClock.give(state);
        }
        Environment.give(state);
        Strings.check(state);
        Addressing.check(state);
        Boxes.check(state);
        graph.intern(file.section("interned"));
        graph.read(file.section("graph"));
        hashes(graph, file.section("hashes"));
        Source roots = file.section("roots");
        Frames frames = frames(graph, roots);
        Variations.apply(plan, frames, statics(graph, roots));
        IterationOrder.settle();
        Resources.give(graph, state);
        DirectBuffers.give(graph, state);
        streams(graph, roots);
        locals(graph, file.section("locals"));
        List<Thread> workers = Registered.give(graph, state, entry != null);
        KeptByJdk.give(graph, state);
        KeptByClasses.give(graph, state);
        KeptBundles.give(graph, state);
        ClassMates.giveLocations(graph, state);
        UnnamedLoggers.give(graph, state);
        ClassValues.give(graph, state);
        EnumArrays.give(graph, state);
        Accessors.give(state);
        HashGenerator.remember(state);
        PoolWorkers.giveValues(workers, graph, state);
        PoolWorkers.start(workers, state);
        Descriptors.cut();
        return frames;
    }

    private Map<String, String[]> environment() {
        Source source = file.section("environment");
        Map<String, String[]> state = new LinkedHashMap<>();
        for (int n = source.varint(); n > 0; n--) {
            state.put(source.text(), source.texts());
        }
        return state;
    }

    private Frames frames(GraphReader graph, Source roots) {
        Frames.Frame[] frames = new Frames.Frame[roots.varint(plan.chain.size() + 1)];
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
            Class<?> owner = Class.forName(type, true, Access.APPLICATION);
            Statics.Field field = Statics.find(owner, name, descriptor);
            if (field == null) {
                throw new IllegalStateException(type + " has no field " + name + " of the type that it has in the checkpoint");
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

    private static void streams(GraphReader graph, Source roots) {
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

    private static void hashes(GraphReader graph, Source source) {
        Rehash rehash = new Rehash();
        for (int n = source.varint(); n > 0; n--) {
            Object object = graph.object(source.varint(graph.limit()));
            int hash = source.u4();
            if (!Marks.give(object, hash)) {
                rehash.add(object, hash);
            }
        }
        rehash.mend(graph);
    }

    @SuppressWarnings("unchecked")
    private static void locals(GraphReader graph, Source source) {
        for (int n = source.varint(); n > 0; n--) {
            ThreadLocal<Object> local = (ThreadLocal<Object>) graph.object(source);
            ThreadLocals.set(local, graph.object(source));
        }
    }
}
