package jcp.runtime.graph;

import java.lang.reflect.Array;
import java.util.Map;
import jcp.runtime.format.Source;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.Boxes;
import jcp.runtime.jvm.ClassNames;
import jcp.runtime.jvm.IdTable;
import jcp.runtime.jvm.Strings;
import jcp.runtime.linking.LambdaClasses;
import jcp.runtime.linking.MadeClasses;
import jcp.runtime.linking.Proxies;
import jcp.runtime.report.Progress;

/**
 * Makes the objects of a checkpoint, in one pass that follows {@link GraphWriter} step by step: an object is allocated without
 * running a constructor where its first reference is read, gets its content and primitive fields, and its references when
 * {@link Pending} says that it is next. It is in the processor's cache and in the young generation then.
 */
public final class GraphReader {
    private static final int BITS = 12;
    private static final int PIECE = 1 << BITS;
    private static final long BASE = Access.arrayBase(Object[].class);
    private static final int SCALE = Access.arrayScale(Object[].class);
    /** Where the elements of a slice are, from its first one on. */
    private static final long[] ELEMENTS = elements();

    /** The objects by their numbers, in short arrays as in {@link IdTable}. */
    private final Object[] pieces;
    private final int limit;
    private int count;
    private final Layout[] table;
    /** For each class of the table. */
    private final Maker[] makers;
    private final Kinds kinds;
    private final Layouts layouts;
    /** What objects have besides their copies. */
    public final Parts parts;
    /** The environment of the checkpoint, which has their edges. */
    final Map<String, String[]> state;
    private final Pending pending = new Pending();
    private final Contents contents;
    private Source source;
    private Progress progress;

    /** The objects that the root's entry reaches, from 1 on: their contents are replaced. */
    private final Standing standing;
    /** How many these are. */
    private final int replaced;

    public GraphReader(Kinds kinds, Parts parts, Map<String, String[]> state, int classes, int objects, Standing standing) {
        this.kinds = kinds;
        this.parts = parts;
        this.state = state;
        layouts = new Layouts(kinds);
        this.standing = standing;
        replaced = standing == null ? 0 : standing.count();
        table = new Layout[classes];
        makers = new Maker[classes];
        contents = new Contents(table, pending, replaced);
        limit = objects + 1;
        pieces = new Object[(objects >>> BITS) + 1];
    }

    /** What {@link Kind.Trace#capture} found of the kind; empty if nothing. */
    public String[] edges(Class<? extends Kind> kind) {
        return state.getOrDefault(kinds.edge(kinds.of(kind.getName()).number), Kind.NONE);
    }

    public int limit() {
        return limit;
    }

    Layouts layouts() {
        return layouts;
    }

    public Object object(int number) {
        if (number < 0 || number > count) {
            throw new IllegalStateException("the checkpoint file is damaged: it has no object " + number + "; capture again");
        }
        return number == 0 ? null : made(number);
    }

    /** The object whose number comes next. */
    public Object object(Source from) {
        return object(from.varint(count + 1));
    }

    public void classes(Source source, MadeClasses made) throws Throwable {
        for (int i = 0; i < table.length; i++) {
            Class<?> type;
            int kind = source.u1();
            switch (kind) {
                case ClassTable.NAMED: type = named(source.text()); break;
                case ClassTable.LAMBDA: type = LambdaClasses.make(source.texts(), made.next()); break;
                case ClassTable.PROXY: type = Proxies.make(made.next(), source.texts()); break;
                default: throw new IllegalStateException("the checkpoint file is damaged: unknown kind of class; capture again");
            }
            table[i] = new Layout(type, kinds, kind == ClassTable.LAMBDA);
            layouts.add(table[i]);
            makers[i] = Maker.of(table[i], contents);
            String expected = source.text();
            if (!expected.equals(table[i].fingerprint())) {
                throw new IllegalStateException("class " + type.getName() + " has other fields than when the checkpoint was"
                        + " taken; capture again");
            }
        }
    }

    private Class<?> named(String name) throws ClassNotFoundException {
        kinds.ensureClass(name);
        return ClassNames.find(name, false);
    }

    /** Whether there are objects of the class. */
    public boolean has(Class<?> type) {
        for (Layout layout : table) {
            if (layout.type == type) {
                return true;
            }
        }
        return false;
    }

    /** Notes the strings in whose places the JVM's own are put; to be called before {@link #read}. */
    public void intern(Source numbers) {
        for (int n = numbers.varint(); n > 0; n--) {
            contents.interned.set(numbers.varint(limit));
        }
    }

    /** Makes and fills all objects. */
    public void read(Source graph) throws InstantiationException {
        source = graph;
        contents.source = graph;
        try (Progress shown = new Progress("restoring")) {
            progress = shown;
            while (!source.atEnd()) {
                if (reference() != null) {
                    continue; // a root
                }
                while (!pending.isEmpty()) {
                    pending.pop();
                    fill(pending.number, layouts.at(pending.layout), pending.position);
                }
            }
        }
        if (count != limit - 1 || !pending.isEmpty()) {
            throw new IllegalStateException("the checkpoint file is damaged: it has " + count + " objects, not " + (limit - 1) + "; capture again");
        }
    }

    /** Reads a reference; makes the object if it is the first one to it. */
    private Object reference() throws InstantiationException {
        int code = source.varint();
        if ((code & 1) != 0) {
            return make(code >>> 1);
        }
        if (code == GraphWriter.NULL) {
            return null;
        }
        int number = count + 1 - (code >>> 1);
        if (number <= 0) {
            throw source.damaged("a reference to no object");
        }
        return made(number);
    }

    /** The object with a number that there is: so the piece's length, which lies far from the place, is not looked at. */
    private Object made(int number) {
        return Access.U.getReference(pieces[number >>> BITS], place(number));
    }

    private static long place(int number) {
        return BASE + (long) (number & PIECE - 1) * SCALE;
    }

    /** Makes the object with the next number. */
    private Object make(int tag) throws InstantiationException {
        int number = ++count;
        if (number >= limit || tag >= GraphWriter.FIRST_CLASS + table.length) {
            throw source.damaged("too many objects, or an unknown class");
        }
        boolean here = number <= replaced;
        Object object = here ? standing.object(number)
            : tag >= GraphWriter.FIRST_CLASS ? makers[tag - GraphWriter.FIRST_CLASS].make(number)
            : tag == GraphWriter.ANCHOR ? Anchors.resolve(source.text()) : kinds.fromText(source.texts());
        put(number, object);
        if (here) {
            replace(number, object, tag);
        }
        return object;
    }

    private void put(int number, Object object) {
        Object[] piece = (Object[]) pieces[number >>> BITS];
        if (piece == null) {
            piece = new Object[PIECE];
            pieces[number >>> BITS] = piece;
            progress.at(number, limit - 1, "objects");
        }
        Access.U.putReference(piece, place(number), object);
    }

    /** Gives an object that is there already its captured content, as far as that is no matter of its fields. */
    private void replace(int number, Object object, int tag) throws InstantiationException {
        if (tag == GraphWriter.ANCHOR) {
            source.text();
            return;
        }
        if (tag == GraphWriter.LEAF) {
            source.texts();
            return;
        }
        Layout layout = table[tag - GraphWriter.FIRST_CLASS];
        switch (layout.treatment) {
            case STRING: replaceText((String) object, contents.string(number)); break;
            case CLASS: contents.classObject(); break;
            case BOX: replaceBox(object, contents.box(layout.type)); break;
            case ENUM: source.text(); break;
            case PRIMITIVES: source.array(object, layout.base, (long) source.varint() * layout.scale); break;
            case REFERENCES:
                source.varint();
                pending.push(number, layouts.of(object.getClass()));
                break;
            default: contents.fields(number, layout.type == object.getClass() ? layout : layoutOf(object.getClass(), layout), object);
        }
    }

    /** The layout of a hidden class, of which this JVM has made another one than that of the class table. */
    private Layout layoutOf(Class<?> type, Layout captured) {
        Layout layout = new Layout(type, kinds, true);
        layouts.add(layout);
        if (!layout.fingerprint().equals(captured.fingerprint())) {
            throw new IllegalStateException("at the call of the chain's first method, an object has another class than when the"
                    + " checkpoint was taken; start the chain at main, or capture again with the same inputs");
        }
        return layout;
    }

    private static void replaceText(String here, String captured) {
        if (here.equals(captured)) {
            return;
        }
        if (Strings.isInterned(here)) {
            throw new IllegalStateException("at the call of the chain's first method, a string constant differs from that of the"
                    + " capturing run; start the chain at main, or capture again with the same inputs");
        }
        Access.setField(here, String.class, "value", Access.U.getReference(captured, Strings.VALUE));
        Access.setField(here, String.class, "coder", Access.U.getByte(captured, Strings.CODER));
        Access.setField(here, String.class, "hash", 0);
        Access.setField(here, String.class, "hashIsZero", false);
    }

    private static void replaceBox(Object here, Object captured) {
        if (!here.equals(captured)) {
            if (Boxes.of(here.getClass(), Boxes.value(here)) == here) {
                throw new IllegalStateException("at the call of the chain's first method, a boxed value differs from that of the"
                        + " capturing run; start the chain at main, or capture again with the same inputs");
            }
            Access.setField(here, here.getClass(), "value", Access.getField(captured, here.getClass(), "value"));
        }
    }

    /** Reads the references of an object: all fields, or the next elements from one on. */
    private void fill(int number, Layout layout, int from) throws InstantiationException {
        Object object = made(number);
        long[] offsets = layout.references;
        long start = 0;
        int count;
        if (layout.treatment == Layout.Treatment.REFERENCES) { // one loop for both: there is less to compile
            offsets = ELEMENTS;
            start = layout.base + (long) from * SCALE;
            int left = Array.getLength(object) - from;
            count = Math.min(left, Pending.SLICE);
            if (count < left) {
                pending.push(number, layout, from + count);
            }
        } else {
            count = offsets.length;
        }
        int before = pending.size();
        for (int i = 0; i < count; i++) {
            Access.U.putReference(object, start + offsets[i], reference());
        }
        pending.turn(before);
    }

    private static long[] elements() {
        long[] offsets = new long[Pending.SLICE];
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = (long) i * SCALE;
        }
        return offsets;
    }
}
