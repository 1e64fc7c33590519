package jcp.runtime.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.WeakHashMap;
import jcp.runtime.format.Sink;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.Bits;
import jcp.runtime.jvm.HashTables;
import jcp.runtime.jvm.IdTable;
import jcp.runtime.jvm.Strings;
import jcp.runtime.jvm.ThreadLocals;
import jcp.runtime.linking.InternedTexts;
import jcp.runtime.program.Surroundings;
import jcp.runtime.report.Problem;

/**
 * Traces and encodes the objects reachable from the roots, in one pass without recursion. An object gets a number where it is
 * first met, and what allocating it takes (class, length, text, primitive fields) is written in the place of the reference;
 * later references are distances to its number. Its own references follow when it is scanned ({@link Pending}).
 *
 * <p>If {@code withPaths}, objects are scanned in the order of their numbers instead, so that each is found by one of the
 * shortest paths; what is written then is not read.
 */
public final class GraphWriter implements AutoCloseable {
    /** What a reference starts with: 0 null, odd numbers a new object's tag, even ones twice the distance to a known object. */
    static final int NULL = 0;
    /** Tags of new objects; class indices follow from {@link #FIRST_CLASS} on. */
    static final int ANCHOR = 0;
    static final int LEAF = 1;
    static final int FIRST_CLASS = 2;
    /** Name of an anchor: the object of this number that the root's entry reached. */
    static final String STANDS = "entry";

    public final ClassTable classes = new ClassTable();
    public final Sink out;
    public final List<Problem> problems = new ArrayList<>();
    /** Numbers of the objects where {@link #problems} were found. */
    public final List<Integer> places = new ArrayList<>();
    public final IdTable ids = new IdTable();
    /** For each thread numbers of thread-locals met and of their values. */
    private final List<List<int[]>> threadLocals = new ArrayList<>();
    private final Kinds kinds;
    /** For each kind what it has found, and whether it was asked for that. */
    private final Kind.Trace[] traces;
    private final boolean[] traced;
    /** Numbers of the objects for which the replaying JVM's own stand. */
    public final Bits anchored = new Bits();
    /** Names of the classes of java.base that are initialised; none if nothing is to go back to where the JDK keeps it. */
    public final Set<String> initialized;
    /** Numbers of thread-locals whose values are to be found. */
    private final List<Integer> locals = new ArrayList<>();
    /** Numbers of objects that have no fields to scan: anchors, leaves, and refused ones. */
    public final Bits complete = new Bits();
    /** Numbers of strings that JDK code compares by identity. */
    public final TreeMap<Integer, Boolean> interned = new TreeMap<>();

    /** Objects with a part outside the heap, each with the kind that has it. */
    private final List<Integer> owners = new ArrayList<>();
    private final List<Kind> owned = new ArrayList<>();
    /** The parts, once all objects are met. */
    public final Parts parts = new Parts();
    /** What the kinds have found, by the names of their edges. */
    public final Map<String, String[]> found = new TreeMap<>();

    /** For each object a hash of its references, as numbers. Null unless they are wanted. */
    public int[] edges;
    /** Then also: the nodes of hash tables that were put in order, whose links to each other count nothing. */
    private final Bits ordered = new Bits();
    /** Then also: objects that cannot be copied, of which the fields that the program declares are followed. */
    private final Bits opaque = new Bits();
    /** At a chain that starts below main: what was there when its root was entered. */
    public Standing standing;

    public final Layouts layouts;
    private final Pending pending = new Pending();
    private final Encoder.All encoders;
    private final InternedTexts literals;
    private final List<ThreadLocals> threads = new ArrayList<>();
    /** For the path of a problem: the object in which each one was first found. Null unless paths are wanted. */
    private int[] parents;
    private int scanning;
    /** How many objects were scanned, if paths are wanted. */
    private int taken;
    /** Numbers of classes among the objects. */
    public final List<Integer> classObjects = new ArrayList<>();

    public GraphWriter(Kinds kinds, Set<String> literals, Set<String> initialized, List<Thread> threads, Sink out, boolean withPaths) {
        layouts = new Layouts(kinds);
        this.kinds = kinds;
        traces = new Kind.Trace[kinds.count()];
        traced = new boolean[traces.length];
        for (Kind kind : kinds.always()) {
            trace(kind);
        }
        this.initialized = initialized;
        this.out = out;
        this.literals = new InternedTexts(literals);
        for (Thread thread : threads) {
            // what another thread has inherited is in its fields
            this.threads.add(this.threads.isEmpty() ? new ThreadLocals(thread) : ThreadLocals.own(thread));
            threadLocals.add(new ArrayList<>());
        }
        parents = withPaths ? new int[1 << 10] : null;
        encoders = new Encoder.All(this);
    }

    /** The number of a root; 0 for null, and for an object that can't be captured (a problem is noted). */
    public int id(Object object) {
        int id = object == null ? 0 : ids.get(object);
        return id != 0 || object == null ? id : discover(object);
    }

    /** What is met next is held by this object, but by none of its fields. */
    public void within(int number) {
        scanning = number;
    }

    /** Writes a reference and returns the object's number. */
    private int reference(Object object) {
        if (object == null) {
            out.u1(NULL);
            return 0;
        }
        int id = ids.get(object);
        if (id == 0) {
            return discover(object);
        }
        out.varint(ids.count + 1 - id << 1);
        return id;
    }

    private void tag(int tag) {
        out.varint(tag << 1 | 1);
    }

    private int discover(Object object) {
        Layout layout = layouts.of(object);
        Encoder encoder = layout.encoder;
        if (encoder == null) {
            encoder = encoders.of(layout);
            layout.encoder = encoder;
        }
        return encoder.write(layout, object);
    }

    /** Numbers an object and writes its class. */
    int begin(Layout layout, Object object) {
        int id = add(object);
        tag(FIRST_CLASS + index(layout));
        return id;
    }

    void push(int id, Layout layout) {
        pending.push(id, layout);
    }

    /** The class's index; a problem if the replay would not find it. */
    private int index(Layout layout) {
        if (layout.number < 0 && !ClassTable.isFound(layout.type)) {
            problems.add(new Problem(layout.type.getName(), "its class was defined at run time, and is not on the class path",
                "move the checkpoint before the definition of the class, or put the class on the class path"));
            places.add(ids.count);
        }
        return classes.index(layout);
    }

    /** Numbers the object if it is the JVM's own or is made again from text. */
    boolean known(Layout layout, Object object) {
        String anchor = layout.anchors.name(object);
        String[] text = anchor == null && layout.text ? Kinds.toText(layout.kinds, object) : null;
        if (anchor != null) {
            tag(ANCHOR);
            out.text(anchor);
            anchored.set(ids.count + 1);
        } else if (text != null) {
            tag(LEAF);
            out.texts(text);
        } else {
            return false;
        }
        complete.set(add(object));
        for (int i = 0; text != null && i < layout.kinds.length; i++) {
            Kind.Trace trace = trace(layout.kinds[i]);
            if (trace != null) {
                trace.meetText(this, ids.count);
            }
        }
        if (!layout.represented) {
            layout.represented = true;
            classes.named.add(layout.type);
        }
        return true;
    }

    boolean refused(Layout layout, Object object) {
        Problem problem = layout.refusal(object);
        if (problem == null) {
            return false;
        }
        complete.set(add(object));
        if (edges != null && !Access.isJdk(layout.type) && layout.references != null && !Surroundings.has(layout.type)) {
            opaque.set(ids.count);
            pending.push(ids.count, layout);
        }
        tag(ANCHOR);
        out.text(STANDS);
        if (standing == null || !standing.stands(object)) {
            problems.add(problem);
            places.add(ids.count);
        }
        return true;
    }

    int add(Object object) {
        int id = ids.add(object);
        if (parents != null) {
            if (id >= parents.length) {
                parents = java.util.Arrays.copyOf(parents, id * 2);
            }
            parents[id] = scanning;
        }
        return id;
    }

    /** Notes an object whose values are to be found once all else is. */
    void meet(int id, Layout layout) {
        if (layout.threadLocal) {
            locals.add(id);
        }
        for (int i = 0; layout.kinds != null && i < layout.kinds.length; i++) {
            Kind kind = layout.kinds[i];
            if (kind.part != null) {
                owners.add(id);
                owned.add(kind);
            }
            Kind.Trace trace = trace(kind);
            if (trace != null) {
                trace.meet(this, id);
            }
        }
    }

    private Kind.Trace trace(Kind kind) {
        if (!traced[kind.number]) {
            traced[kind.number] = true;
            traces[kind.number] = kind.trace();
        }
        return traces[kind.number];
    }

    /** What a kind has found so far. */
    public Kind.Trace trace(Class<? extends Kind> kind) {
        return trace(kinds.of(kind.getName()));
    }

    void classObject(Class<?> type) {
        classObjects.add(ids.count);
        // Looking at its fields would link it, which takes a hash. (Those of the application's classes are read from their files.)
        boolean named = Access.isJdk(type) && !type.isHidden() && !Access.isProxy(type); // primitive types, too
        if (named) {
            out.varint(0);
            out.text(type.getName());
        }
        if (named || edges != null) {
            return;
        }
        Layout layout = layouts.of(type);
        if (layout.problem != null && !Access.isJdk(type) && !Access.isApplication(type)) {
            problems.add(layout.problem);
            places.add(ids.count);
        }
        out.varint(1 + index(layout));
    }

    int internedBits(String text, byte[] bytes) {
        if (!literals.mayHave(bytes) || !literals.has(text) || !Strings.isInterned(text)) {
            return 0;
        }
        return literals.isLiteral(text) ? Strings.INTERNED | Strings.LITERAL : Strings.INTERNED;
    }

    /** Gives the objects that are there at the replay the numbers that they have there. */
    public void number(Standing there) {
        for (int number = 1; number <= there.count(); number++) {
            Object object = there.object(number);
            if (object == null) {
                add(new Object()); // collected since: nothing is left to fill
                tag(ANCHOR);
                out.text(STANDS);
            } else if (id(object) != number) {
                throw new IllegalStateException("an object was numbered twice");
            }
        }
    }

    /** Scans every object met so far and all that they lead to. */
    public void trace() {
        int done = 0;
        do {
            scanAll();
            for (; done < locals.size(); done++) {
                valuesOf(locals.get(done));
            }
            for (Kind.Trace trace : traces) {
                if (trace != null) {
                    trace.find(this);
                }
            }
        } while (pending.size() > taken);
        scanning = 0;
        captureParts();
        for (int place = 0; place < traces.length; place++) {
            List<String> edges = traces[place] == null ? List.of() : traces[place].capture(this);
            if (!edges.isEmpty()) {
                found.put(kinds.edge(place), edges.toArray(new String[0]));
            }
        }
    }

    private void valuesOf(int local) {
        scanning = local;
        for (int i = 0; i < threads.size(); i++) {
            Object[] value = threads.get(i).valueOf(ids.object(local));
            if (value != null) {
                threadLocals.get(i).add(new int[] {local, id(value[0])});
            }
        }
    }

    /** Of all threads. */
    public List<int[]> threadLocals() {
        List<int[]> all = new ArrayList<>();
        for (List<int[]> each : threadLocals) {
            all.addAll(each);
        }
        return all;
    }

    /** Of the thread with this index: numbers of thread-locals met and of their values. */
    public List<int[]> threadLocals(int thread) {
        return threadLocals.get(thread);
    }

    private void captureParts() {
        for (int i = 0; i < owners.size(); i++) {
            Object object = ids.object(owners.get(i));
            Kind kind = owned.get(i);
            try {
                String[] text = kind.capturePart(object, this);
                if (text != null) {
                    parts.add(kind.part, owners.get(i), text);
                }
            } catch (Obstacle e) {
                problems.add(new Problem(object.getClass().getName(), e.getMessage(), e.remedy));
                places.add(owners.get(i));
            }
        }
    }

    private void scanAll() {
        out.u1(NULL);
        if (parents != null) {
            for (; taken < pending.size(); taken++) {
                pending.first(taken);
                scan();
            }
            return;
        }
        while (!pending.isEmpty()) {
            pending.pop();
            scan();
        }
    }

    private void scan() {
        scanning = pending.number;
        Object object = ids.object(scanning);
        Layout layout = layouts.at(pending.layout);
        if (layout.treatment == Layout.Treatment.REFERENCES) {
            elements((Object[]) object, layout, pending.position);
            return;
        }
        int before = pending.size();
        int shape = 1;
        boolean node = ordered.get(scanning);
        boolean collected = edges != null && HashTables.isCollected(object);
        boolean linked = edges != null && HashTables.isLinked(object);
        for (int i = opaque.get(scanning) ? layout.inherited : 0; i < layout.references.length; i++) {
            if ((node || collected || linked) && passedOver(object, layout.names[layout.primitives + i], node)) {
                continue;
            }
            Object held = Access.U.getReference(object, layout.references[i]);
            int id = reference(held);
            shape = shape * 31 + id;
            if (layout.interns && held instanceof String && Strings.isInterned((String) held)) {
                interned.put(id, true);
            }
        }
        if (collected && object instanceof WeakHashMap) {
            shape = nodes(HashTables.weak((WeakHashMap<?, ?>) object), shape);
        }
        scanned(before, shape);
    }

    private static boolean passedOver(Object object, String field, boolean node) {
        return node && HashTables.links(field) || HashTables.isEnd(field) || HashTables.isCollected(object) && HashTables.isCollectors(object, field);
    }

    private void elements(Object[] array, Layout layout, int from) {
        Object[] nodes = edges == null ? null : HashTables.inOrder(array, ids.object(Math.max(1, parents[scanning])));
        if (nodes != null) {
            scanned(pending.size(), nodes(nodes, 1));
            return;
        }
        int end = parents != null ? array.length : (int) Math.min(array.length, (long) from + Pending.SLICE);
        if (end < array.length) {
            pending.push(scanning, layout, end);
        }
        int before = pending.size();
        int shape = 1;
        for (int i = from; i < end; i++) {
            shape = shape * 31 + reference(array[i]);
        }
        scanned(before, shape);
    }

    /** The nodes of a hash table, in the order of their keys: adds them to an object's shape. */
    private int nodes(Object[] nodes, int shape) {
        for (Object node : nodes) {
            int id = reference(node);
            if (HashTables.isNode(node)) {
                ordered.set(id);
            }
            shape = shape * 31 + id;
        }
        return shape;
    }

    /** After an object's references: what they led to is scanned in their order. */
    private void scanned(int before, int shape) {
        if (edges != null) {
            edges = scanning < edges.length ? edges : java.util.Arrays.copyOf(edges, scanning * 2);
            edges[scanning] = shape;
        }
        if (parents == null) {
            pending.turn(before);
        }
    }

    /** For each object the one in which it was first found; 0 for roots. */
    public int[] holders() {
        return java.util.Arrays.copyOf(parents, ids.count + 1);
    }

    /** For each object its hash of references. */
    public int[] edges() {
        return java.util.Arrays.copyOf(edges, ids.count + 1);
    }

    /** The path from a root to object {@code id}, as a chain of objects: the root's number first. */
    public List<Integer> path(int id) {
        List<Integer> path = new ArrayList<>();
        for (int at = id; at != 0; at = parents[at]) {
            path.add(0, at);
        }
        return path;
    }

    /** How the object {@code from} holds the object {@code to}: {@code Class.field} or {@code [index]}. */
    public String step(int from, int to) {
        Object holder = ids.object(from);
        Object held = ids.object(to);
        if (holder instanceof Object[]) {
            Object[] elements = (Object[]) holder;
            for (int i = 0; i < elements.length; i++) {
                if (elements[i] == held) {
                    return "[" + i + "]";
                }
            }
        }
        Layout layout = layouts.of(holder);
        for (int i = 0; layout.references != null && i < layout.references.length; i++) {
            if (Access.U.getReference(holder, layout.references[i]) == held) {
                String name = layout.names[layout.primitives + i];
                return name.substring(0, name.indexOf(':'));
            }
        }
        return (holder instanceof ClassValue ? "value of a class in " : "value of a thread in ") + holder.getClass().getName();
    }

    @Override
    public void close() {
        ids.release();
    }
}
