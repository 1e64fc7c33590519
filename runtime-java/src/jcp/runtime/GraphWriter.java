package jcp.runtime;

import java.lang.reflect.AccessibleObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.WeakHashMap;

/**
 * Traces and encodes the objects reachable from the roots, in one pass without recursion. An object gets a number where it is
 * first met, and what allocating it takes (class, length, text, primitive fields) is written in the place of the reference;
 * later references are distances to its number. Its own references follow when it is scanned ({@link Pending}).
 *
 * <p>If {@code withPaths}, objects are scanned in the order of their numbers instead, so that each is found by one of the
 * shortest paths; what is written then is not read.
 */
final class GraphWriter implements AutoCloseable {
    /** What a reference starts with: 0 null, odd numbers a new object's tag, even ones twice the distance to a known object. */
    static final int NULL = 0;
    /** Tags of new objects; class indices follow from {@link #FIRST_CLASS} on. */
    static final int ANCHOR = 0;
    static final int LEAF = 1;
    static final int FIRST_CLASS = 2;
    /** Name of an anchor: the object of this number that the root's entry reached. */
    static final String STANDS = "entry";

    final ClassTable classes = new ClassTable();
    final Sink out;
    final List<Problem> problems = new ArrayList<>();
    /** Numbers of the objects where {@link #problems} were found. */
    final List<Integer> places = new ArrayList<>();
    final IdTable ids = new IdTable();
    /** Numbers of thread-locals met and of their values. */
    final List<int[]> threadLocals = new ArrayList<>();
    private final ClassValues classValues = new ClassValues();
    private final DirectBuffers directBuffers = new DirectBuffers();
    private final KeptByJdk kept = new KeptByJdk();
    private final KeptBundles bundles = new KeptBundles();
    private final KeptByClasses keptByClasses = new KeptByClasses();
    private final List<Integer> loggers = new ArrayList<>();
    /** Numbers of the objects for which the replaying JVM's own stand. */
    final Bits anchored = new Bits();
    /** Names of the classes of java.base that are initialised; none if nothing is to go back to where the JDK keeps it. */
    final Set<String> initialized;
    /** Numbers of thread-locals whose values are to be found. */
    private final List<Integer> locals = new ArrayList<>();
    /** Numbers of objects that have no fields to scan: anchors, leaves, and refused ones. */
    final Bits complete = new Bits();
    /** Numbers of strings that JDK code compares by identity. */
    final TreeMap<Integer, Boolean> interned = new TreeMap<>();

    /** Numbers of objects with a part outside the heap, and that part, once all objects are met. */
    private final List<Integer> resources = new ArrayList<>();
    final Map<String, String[]> outside = new TreeMap<>();

    /** For each object a hash of its references, as numbers. Null unless they are wanted. */
    int[] edges;
    /** Then also: the nodes of hash tables that were put in order, whose links within their bins count nothing. */
    private final Bits ordered = new Bits();
    /** Then also: objects that cannot be copied, of which the fields that the program declares are followed. */
    private final Bits opaque = new Bits();
    /** At a chain that starts below main: what was there when its root was entered. */
    Entry entry;

    final Layouts layouts = new Layouts();
    private final Pending pending = new Pending();
    private final Encoder.All encoders;
    private final InternedTexts literals;
    private final ThreadLocals main;
    private final PoolWorkers.Values workers = new PoolWorkers.Values();
    /** For the path of a problem: the object in which each one was first found. Null unless paths are wanted. */
    private int[] parents;
    private int scanning;
    /** How many objects were scanned, if paths are wanted. */
    private int taken;
    /** Numbers of classes among the objects. */
    final List<Integer> classObjects = new ArrayList<>();

    GraphWriter(Set<String> literals, Set<String> initialized, Thread main, Sink out, boolean withPaths) {
        this.initialized = initialized;
        this.out = out;
        this.literals = new InternedTexts(literals);
        this.main = new ThreadLocals(main);
        parents = withPaths ? new int[1 << 10] : null;
        encoders = new Encoder.All(this);
    }

    /** The number of a root; 0 for null, and for an object that can't be captured (a problem is noted). */
    int id(Object object) {
        int id = object == null ? 0 : ids.get(object);
        return id != 0 || object == null ? id : discover(object);
    }

    /** What is met next is held by this object, but by none of its fields. */
    void within(int number) {
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

    /** The object is one with a part outside the heap. */
    void resource(int id) {
        resources.add(id);
    }

    /** The class's index; a problem if the replay would not find it. */
    private int index(Layout layout) {
        if (layout.number < 0 && !ClassTable.isFound(layout.type)) {
            problems.add(new Problem(layout.type.getName(), "its class was defined at run time, and is on no class path",
                "choose a checkpoint before it is defined, or put its classes on the class path"));
            places.add(ids.count);
        }
        return classes.index(layout);
    }

    /** Numbers the object if it is the JVM's own or is made again from text. */
    boolean known(Layout layout, Object object) {
        String anchor = layout.anchors.name(object);
        String[] leaf = anchor == null && layout.leaf ? Leaves.take(object) : null;
        if (anchor != null) {
            tag(ANCHOR);
            out.text(anchor);
            anchored.set(ids.count + 1);
        } else if (leaf != null) {
            tag(LEAF);
            out.texts(leaf);
        } else {
            return false;
        }
        complete.set(add(object));
        if (leaf != null && object instanceof AccessibleObject) {
            keptByClasses.member(ids.count);
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
        if (entry == null || !entry.stands(object)) {
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
        if (layout.classValue) {
            classValues.meet(id);
        }
        if (layout.directBuffer) {
            directBuffers.meet(id);
        }
        if (layout.reflective) {
            keptByClasses.meet();
        }
        if (layout.excepted && UnnamedLoggers.concerns(layout.type)) {
            loggers.add(id);
        }
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

    /** Gives the objects of the root's entry the numbers that they had there. */
    void number(Entry entry) {
        for (int number = 1; number <= entry.count; number++) {
            Object object = entry.object(number);
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
    void trace() {
        int done = 0;
        do {
            scanAll();
            for (; done < locals.size(); done++) {
                scanning = locals.get(done);
                Object[] value = main.valueOf(ids.object(scanning));
                if (value != null) {
                    threadLocals.add(new int[] {scanning, id(value[0])});
                }
                workers.meet(this, scanning);
            }
            classValues.find(this);
            directBuffers.find(this);
            kept.find(this);
            keptByClasses.find(this);
            bundles.find(this);
        } while (pending.size() > taken);
        classValues.take(outside);
        workers.take(outside);
        directBuffers.take(outside);
        kept.take(outside);
        keptByClasses.take(outside);
        bundles.take(outside);
        ClassMates.takeLocations(this, outside);
        UnnamedLoggers.take(loggers, outside);
        EnumArrays.take(this, outside);
        scanning = 0;
        Resources found = new Resources(ids, resources);
        found.take(problems, places);
        outside.putAll(found.state);
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
        if (layout.kind == Layout.Kind.REFERENCES) {
            elements((Object[]) object, layout, pending.position);
            return;
        }
        int before = pending.size();
        int shape = 1;
        boolean node = ordered.get(scanning);
        boolean collected = edges != null && HashTables.isCollected(object);
        for (int i = opaque.get(scanning) ? layout.inherited : 0; i < layout.references.length; i++) {
            if ((node || collected) && passedOver(object, layout.names[layout.primitives + i], node)) {
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
        found(before, shape);
    }

    private static boolean passedOver(Object object, String field, boolean node) {
        return node && HashTables.links(field) || HashTables.isCollected(object) && HashTables.isCollectors(object, field);
    }

    private void elements(Object[] array, Layout layout, int from) {
        Object[] nodes = edges == null ? null : HashTables.inOrder(array, ids.object(Math.max(1, parents[scanning])));
        if (nodes != null) {
            found(pending.size(), nodes(nodes, 1));
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
        found(before, shape);
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
    private void found(int before, int shape) {
        if (edges != null) {
            edges = scanning < edges.length ? edges : java.util.Arrays.copyOf(edges, scanning * 2);
            edges[scanning] = shape;
        }
        if (parents == null) {
            pending.turn(before);
        }
    }

    /** For each object the one in which it was first found; 0 for roots. */
    int[] holders() {
        return java.util.Arrays.copyOf(parents, ids.count + 1);
    }

    /** For each object its hash of references. */
    int[] edges() {
        return java.util.Arrays.copyOf(edges, ids.count + 1);
    }

    /** The path from a root to object {@code id}, as a chain of objects: the root's number first. */
    List<Integer> path(int id) {
        List<Integer> path = new ArrayList<>();
        for (int at = id; at != 0; at = parents[at]) {
            path.add(0, at);
        }
        return path;
    }

    /** How the object {@code from} holds the object {@code to}: {@code Class.field} or {@code [index]}. */
    String step(int from, int to) {
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
