package jcp.runtime;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Traces and encodes the objects reachable from the roots: each gets a number when it is first met, and is scanned in the
 * order of the numbers, without recursion. What is needed to allocate an object (its shape: class, length, text) goes to
 * one section, its fields to another, both in the order of the numbers.
 */
final class GraphWriter implements AutoCloseable {
    /** Tags of the shapes section; class indices follow from {@link #FIRST_CLASS} on. */
    static final int ANCHOR = 0;
    static final int LEAF = 1;
    static final int FIRST_CLASS = 2;
    /** Name of an anchor: the object of this number that the root's entry reached. */
    static final String STANDS = "entry";
    /** Kinds of entries of the class table. */
    static final int NAMED = 0;
    static final int LAMBDA = 1;
    static final int PROXY = 2;
    static final int JDK_LAMBDA = 3;

    final Sink classes = new Sink();
    final Sink shapes;
    final Sink bodies;
    final List<Problem> problems = new ArrayList<>();
    /** Numbers of the objects where {@link #problems} were found. */
    final List<Integer> places = new ArrayList<>();
    final IdTable ids = new IdTable();
    int classCount;
    /** Numbers of thread-locals met and of their values. */
    final List<int[]> threadLocals = new ArrayList<>();

    /** Numbers of objects that have no fields to scan: anchors, leaves, and refused ones. */
    final java.util.BitSet complete = new java.util.BitSet();
    /** Numbers of strings that JDK code compares by identity. */
    final java.util.TreeSet<Integer> interned = new java.util.TreeSet<>();

    /** Numbers of objects with a part outside the heap, and that part, once all objects are met. */
    private final List<Integer> resources = new ArrayList<>();
    final Map<String, String[]> outside = new java.util.TreeMap<>();

    /** For each object a hash of its references, as numbers. Null unless they are wanted. */
    int[] edges;
    private int shape;
    /** At a chain that starts below main: what was there when its root was entered. */
    Entry entry;

    private final Map<String, Layout> layouts = new HashMap<>();
    private final Set<String> literals;
    private final ThreadLocals main;
    /** The class met last and its layout: most objects of a run are of a few classes. */
    private Class<?> lastType;
    private Layout lastLayout;
    /** For the path of a problem: the object in which each one was first found. Null unless paths are wanted. */
    private int[] parents;
    private int scanning;

    GraphWriter(Set<String> literals, Thread main, Sink shapes, Sink bodies, boolean withPaths) {
        this.shapes = shapes;
        this.bodies = bodies;
        this.literals = literals;
        this.main = new ThreadLocals(main);
        parents = withPaths ? new int[1 << 10] : null;
    }

    Layout layout(Class<?> type) {
        if (type == lastType) {
            return lastLayout;
        }
        // by name, since Class.hashCode would give the class an identity hash that the program has not asked for
        String name = type.getName();
        Layout layout = layouts.get(name);
        while (layout != null && layout.type != type) {
            name += "'"; // the same name from another loader
            layout = layouts.get(name);
        }
        if (layout == null) {
            layout = new Layout(type);
            layouts.put(name, layout);
        }
        lastType = type;
        lastLayout = layout;
        return layout;
    }

    /** The number of an object; 0 for null, and for one that can't be captured (a problem is noted). */
    int id(Object object) {
        if (object == null) {
            return 0;
        }
        int id = ids.get(object);
        return id != 0 ? id : discover(object);
    }

    private int discover(Object object) {
        Layout layout = layout(object.getClass());
        if (layout.special) {
            String anchor = Anchors.name(object);
            if (anchor != null) {
                int id = add(object);
                complete.set(id);
                shapes.varint(ANCHOR);
                shapes.text(anchor);
                return id;
            }
            String[] leaf = Leaves.take(object);
            if (leaf != null) {
                int id = add(object);
                complete.set(id);
                shapes.varint(LEAF);
                shapes.texts(leaf);
                return id;
            }
        }
        if (layout.throwable) {
            Leaves.prepare(object);
        }
        int id = add(object);
        Problem problem = layout.problem == null ? null : layout.refusal(object);
        if (problem != null && entry != null && entry.stands(object)) {
            complete.set(id);
            shapes.varint(ANCHOR);
            shapes.text(STANDS);
            return id;
        }
        if (problem != null) {
            problems.add(problem);
            places.add(id);
            complete.set(id);
        }
        if (layout.resource && problem == null) {
            resources.add(id);
        }
        shape(layout, object, problem != null);
        return id;
    }

    private int add(Object object) {
        int id = ids.add(object);
        if (parents != null) {
            if (id >= parents.length) {
                parents = java.util.Arrays.copyOf(parents, id * 2);
            }
            parents[id] = scanning;
        }
        return id;
    }

    private void shape(Layout layout, Object object, boolean refused) {
        if (refused) {
            shapes.varint(LEAF); // never read: there will be no checkpoint
            shapes.texts(new String[0]);
            return;
        }
        shapes.varint(FIRST_CLASS + classIndex(layout));
        switch (layout.kind) {
            case STRING: string((String) object); break;
            case CLASS: classObject((Class<?>) object); break;
            case BOX: box(object); break;
            case ENUM: shapes.text(((Enum<?>) object).name()); break;
            case PRIMITIVES:
                int length = java.lang.reflect.Array.getLength(object);
                shapes.varint(length);
                shapes.array(object, layout.base, (long) length * layout.scale);
                break;
            case REFERENCES: shapes.varint(((Object[]) object).length); break;
            default: break;
        }
    }

    private void classObject(Class<?> type) {
        if (type.isPrimitive()) {
            shapes.varint(0);
            shapes.text(type.getName());
            return;
        }
        Layout layout = layout(type);
        if (layout.problem != null && !Access.isJdk(type) && !Access.isApplication(type)) {
            problems.add(layout.problem);
            places.add(ids.count);
        }
        shapes.varint(1 + classIndex(layout));
    }

    private void string(String text) {
        byte[] bytes = (byte[]) Access.U.getReference(text, Strings.VALUE);
        boolean interned = (literals.contains(text) || Interned.has(text)) && Strings.isInterned(text);
        shapes.u1(Access.U.getByte(text, Strings.CODER) | (interned ? 2 : 0));
        shapes.varint(bytes.length);
        shapes.array(bytes, Sink.BYTES, bytes.length);
    }

    private void box(Object box) {
        long value = Boxes.value(box);
        shapes.u1(Boxes.of(box.getClass(), value) == box ? 1 : 0);
        shapes.u8(value);
    }

    /** The class's index in the table, which is made at the first use. */
    private int classIndex(Layout layout) {
        if (layout.number < 0) {
            layout.number = classCount++;
            Class<?> type = layout.type;
            String[] recipe = LambdaClasses.recipe(type);
            if (recipe != null) {
                classes.u1(LAMBDA);
                classes.texts(recipe);
            } else if (Proxy.isProxyClass(type)) {
                classes.u1(PROXY);
                classes.texts(names(type.getInterfaces()));
            } else {
                classes.u1(NAMED);
                classes.text(type.getName());
            }
            classes.text(layout.fingerprint());
        }
        return layout.number;
    }

    private static String[] names(Class<?>[] types) {
        String[] names = new String[types.length];
        for (int i = 0; i < types.length; i++) {
            names[i] = types[i].getName();
        }
        return names;
    }

    /** Gives the objects of the root's entry the numbers that they had there. */
    void number(Entry entry) {
        for (int number = 1; number <= entry.count; number++) {
            Object object = entry.object(number);
            if (object == null) {
                complete.set(add(new Object())); // collected since: nothing is left to fill
                shapes.varint(ANCHOR);
                shapes.text(STANDS);
            } else if (id(object) != number) {
                throw new IllegalStateException("an object was numbered twice");
            }
        }
    }

    /** Scans every object met so far and all that they lead to. */
    void trace() {
        for (scanning = scanning + 1; scanning <= ids.count; scanning++) {
            shape = 1;
            scan(ids.objects[scanning]);
            if (edges != null) {
                edges = scanning < edges.length ? edges : java.util.Arrays.copyOf(edges, scanning * 2);
                edges[scanning] = shape;
            }
        }
        scanning--;
        Resources found = new Resources(ids, resources);
        found.take(problems, places);
        outside.putAll(found.state);
    }

    private void scan(Object object) {
        if (complete.get(scanning)) {
            return;
        }
        Layout layout = layout(object.getClass());
        if (layout.kind == Layout.Kind.REFERENCES) {
            for (Object element : (Object[]) object) {
                int id = id(element);
                bodies.varint(id);
                shape = shape * 31 + id;
            }
        } else if (layout.kind == Layout.Kind.PLAIN) {
            fields(layout, object);
        }
    }

    private void fields(Layout layout, Object object) {
        for (int i = 0; i < layout.primitives.length; i++) {
            long offset = layout.primitives[i];
            switch (layout.sizes[i]) {
                case 1: bodies.u1(Access.U.getByte(object, offset)); break;
                case 2: bodies.u2(Access.U.getShort(object, offset)); break;
                case 4: bodies.u4(Access.U.getInt(object, offset)); break;
                default: bodies.u8(Access.U.getLong(object, offset));
            }
        }
        for (long offset : layout.references) {
            Object held = Access.U.getReference(object, offset);
            int id = id(held);
            bodies.varint(id);
            shape = shape * 31 + id;
            if (layout.interns && held instanceof String && Strings.isInterned((String) held)) {
                interned.add(id);
            }
        }
        if (layout.threadLocal) {
            Object[] value = main.valueOf(object);
            if (value != null) {
                threadLocals.add(new int[] {scanning, id(value[0])});
            }
        }
    }

    /** For each object the one in which it was first found; 0 for roots. */
    int[] holders() {
        return java.util.Arrays.copyOf(parents, ids.count + 1);
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
        Object holder = ids.objects[from];
        Object held = ids.objects[to];
        if (holder instanceof Object[]) {
            Object[] elements = (Object[]) holder;
            for (int i = 0; i < elements.length; i++) {
                if (elements[i] == held) {
                    return "[" + i + "]";
                }
            }
        }
        Layout layout = layout(holder.getClass());
        for (int i = 0; layout.references != null && i < layout.references.length; i++) {
            if (Access.U.getReference(holder, layout.references[i]) == held) {
                String name = layout.names[layout.primitives.length + i];
                return name.substring(0, name.indexOf(':'));
            }
        }
        return "value of the main thread in " + holder.getClass().getName();
    }

    @Override
    public void close() {
        ids.release();
    }
}
