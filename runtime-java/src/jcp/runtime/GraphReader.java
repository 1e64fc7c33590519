package jcp.runtime;

import java.lang.reflect.Array;
import java.lang.reflect.Proxy;

/**
 * Makes the objects of a checkpoint, in one pass that follows {@link GraphWriter} step by step: an object is allocated without
 * running a constructor where its first reference is read, gets its content and primitive fields, and its references when
 * {@link Pending} says that it is next. It is in the processor's cache and in the young generation then.
 */
final class GraphReader {
    private static final int BITS = 14;
    private static final int PIECE = 1 << BITS;

    /** The objects by their numbers, in short arrays as in {@link IdTable}. */
    private final Object[][] pieces;
    private final int limit;
    private int count;
    private final Layout[] table;
    private final Layouts layouts = new Layouts();
    private final Pending pending = new Pending();
    private Source source;
    private Progress progress;
    /** Copied for each string; nobody asks for its hash, which copies would have. */
    private static final String EMPTY = new String(new char[0]);

    /** The objects that the root's entry reaches, from 1 on: their contents are replaced. */
    private final Entry entry;
    /** Numbers of the strings in whose places the JVM's own are put. */
    private final Bits interned = new Bits();

    GraphReader(int classes, int objects, Entry entry) {
        this.entry = entry;
        table = new Layout[classes];
        limit = objects + 1;
        pieces = new Object[(objects >>> BITS) + 1][];
    }

    int limit() {
        return limit;
    }

    Object object(int number) {
        return number == 0 ? null : pieces[number >>> BITS][number & PIECE - 1];
    }

    /** The object whose number comes next. */
    Object object(Source from) {
        return object(from.varint(count + 1));
    }

    void classes(Source source) throws Throwable {
        for (int i = 0; i < table.length; i++) {
            Class<?> type;
            int kind = source.u1();
            switch (kind) {
                case ClassTable.NAMED: type = Class.forName(source.text(), false, Access.APPLICATION); break;
                case ClassTable.LAMBDA: type = LambdaClasses.make(source.texts()); break;
                case ClassTable.PROXY: type = Proxies.make(Access.APPLICATION, source.texts()); break;
                default: throw new IllegalStateException("the checkpoint file is damaged: unknown kind of class");
            }
            table[i] = new Layout(type, kind == ClassTable.LAMBDA);
            layouts.add(table[i]);
            String expected = source.text();
            if (!expected.equals(table[i].fingerprint())) {
                throw new IllegalStateException("class " + type.getName() + " has other fields than when the checkpoint was"
                        + " taken; capture again");
            }
        }
    }

    /** Whether there are objects of the class. */
    boolean has(Class<?> type) {
        for (Layout layout : table) {
            if (layout.type == type) {
                return true;
            }
        }
        return false;
    }

    /** Makes and fills all objects. */
    void read(Source graph) throws InstantiationException {
        source = graph;
        try (Progress shown = new Progress("restoring")) {
            progress = shown;
            while (!source.atEnd()) {
                if (reference() != null) {
                    continue; // a root
                }
                while (!pending.isEmpty()) {
                    pending.pop();
                    fill(pending.number, layouts.at(pending.layout));
                }
            }
        }
        if (count != limit - 1 || !pending.isEmpty()) {
            throw new IllegalStateException("the checkpoint file is damaged: it has " + count + " objects, not " + (limit - 1));
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
        return pieces[number >>> BITS][number & PIECE - 1];
    }

    /** Makes the object with the next number. */
    private Object make(int tag) throws InstantiationException {
        int number = ++count;
        if (number >= limit || tag >= GraphWriter.FIRST_CLASS + table.length) {
            throw source.damaged("an object too many or a class that is not there");
        }
        if (entry != null && number <= entry.count) {
            Object object = entry.object(number);
            put(number, object);
            replace(number, object, tag);
            return object;
        }
        Object object = tag == GraphWriter.ANCHOR ? Anchors.resolve(source.text())
            : tag == GraphWriter.LEAF ? Leaves.make(source.texts())
            : allocate(number, table[tag - GraphWriter.FIRST_CLASS]);
        put(number, object);
        return object;
    }

    private void put(int number, Object object) {
        Object[] piece = pieces[number >>> BITS];
        if (piece == null) {
            piece = new Object[PIECE];
            pieces[number >>> BITS] = piece;
            progress.at(number, limit - 1, "objects");
        }
        piece[number & PIECE - 1] = object;
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
        switch (layout.kind) {
            case STRING: replaceText((String) object, string(number)); break;
            case CLASS: classObject(); break;
            case BOX: replaceBox(object, box(layout.type)); break;
            case ENUM: source.text(); break;
            case PRIMITIVES: source.array(object, layout.base, (long) source.varint() * layout.scale); break;
            case REFERENCES:
                source.varint();
                pending.push(number, layouts.of(object));
                break;
            default: plain(number, layout.type == object.getClass() ? layout : layoutOf(object.getClass(), layout), object);
        }
    }

    /** The layout of a hidden class, of which this JVM has made another one than that of the class table. */
    private Layout layoutOf(Class<?> type, Layout captured) {
        Layout layout = new Layout(type, true);
        layouts.add(layout);
        if (!layout.fingerprint().equals(captured.fingerprint())) {
            throw new IllegalStateException("an object at the entry of the chain's root is of another class than when the"
                    + " checkpoint was taken");
        }
        return layout;
    }

    private static void replaceText(String here, String captured) {
        if (here.equals(captured)) {
            return;
        }
        if (Strings.isInterned(here)) {
            throw new IllegalStateException("a string constant at the entry of the chain's root is another one than when the"
                    + " checkpoint was taken");
        }
        Access.setField(here, String.class, "value", Access.U.getReference(captured, Strings.VALUE));
        Access.setField(here, String.class, "coder", Access.U.getByte(captured, Strings.CODER));
        Access.setField(here, String.class, "hash", 0);
        Access.setField(here, String.class, "hashIsZero", false);
    }

    private static void replaceBox(Object here, Object captured) {
        if (!here.equals(captured)) {
            if (Boxes.of(here.getClass(), Boxes.value(here)) == here) {
                throw new IllegalStateException("a boxed value at the entry of the chain's root is another one than when the"
                        + " checkpoint was taken");
            }
            Access.setField(here, here.getClass(), "value", Access.getField(captured, here.getClass(), "value"));
        }
    }

    private Object allocate(int number, Layout layout) throws InstantiationException {
        switch (layout.kind) {
            case STRING: return string(number);
            case CLASS: return classObject();
            case BOX: return box(layout.type);
            case ENUM: return constant(layout.type, source.text());
            case PRIMITIVES: return primitives(layout);
            case REFERENCES:
                pending.push(number, layout);
                return Array.newInstance(layout.type.getComponentType(), source.checked(source.varint()));
            default:
                Object object = layout.hidden ? LambdaClasses.single(layout.type) : null;
                if (object == null) {
                    object = Access.U.allocateInstance(layout.type);
                }
                plain(number, layout, object);
                return object;
        }
    }

    private Object primitives(Layout layout) {
        int length = source.varint();
        source.checked((long) length * layout.scale);
        Object array = Access.U.allocateUninitializedArray(layout.type.getComponentType(), length);
        source.array(array, layout.base, (long) length * layout.scale);
        return array;
    }

    private String string(int number) {
        int flags = source.u1();
        int length = source.varint();
        source.checked(length);
        byte[] bytes = new byte[length];
        source.array(bytes, Sink.BYTES, length);
        String text = new String(EMPTY); // an object of its own, whose content is put in
        Access.U.putReference(text, Strings.VALUE, bytes);
        Access.U.putByte(text, Strings.CODER, (byte) (flags & 1));
        return (flags & 2) != 0 || interned.get(number) && (entry == null || number > entry.count) ? text.intern() : text;
    }

    private Class<?> classObject() {
        int index = source.varint(table.length + 1);
        return index == 0 ? named(source.text()) : table[index - 1].type;
    }

    /** A primitive type or a class of the JDK. */
    private static Class<?> named(String name) {
        Class<?>[] all = {
            boolean.class, byte.class, char.class, short.class, int.class, long.class, float.class, double.class, void.class
        };
        for (Class<?> type : all) {
            if (type.getName().equals(name)) {
                return type;
            }
        }
        try {
            return Class.forName(name, false, Access.APPLICATION);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("this JDK has no class " + name, e);
        }
    }

    private Object box(Class<?> type) {
        boolean cached = source.u1() == 1;
        long value;
        switch (Boxes.size(type)) {
            case 1: value = (byte) source.u1(); break;
            case 2: value = type == Character.class ? source.u2() & 0xffff : source.u2(); break;
            case 4: value = source.u4(); break;
            default: value = source.u8();
        }
        return cached ? Boxes.of(type, value) : Boxes.fresh(type, value);
    }

    private static Object constant(Class<?> type, String name) {
        Class<?> declaring = type.isEnum() ? type : type.getSuperclass(); // a constant with a body has a class of its own
        Access.U.ensureClassInitialized(declaring);
        for (ClassFields field : ClassFields.of(declaring)) { // calling values() by reflection takes a hash on newer JDKs
            Object constant = field.isStatic() && field.descriptor.equals(declaring.descriptorString())
                ? Access.U.getReference(field.base(null), field.offset) : null;
            if (constant != null && ((Enum<?>) constant).name().equals(name)) {
                return constant;
            }
        }
        throw new IllegalStateException("this JDK has no " + declaring.getName() + "." + name);
    }

    /** Notes the strings in whose places the JVM's own are put; to be called first. */
    void intern(Source source) {
        for (int n = source.varint(); n > 0; n--) {
            interned.set(source.varint(limit));
        }
    }

    /** The primitive fields; the references follow when it is the object's turn. */
    private void plain(int number, Layout layout, Object object) {
        for (int i = 0; i < layout.sizes.length; i++) {
            long offset = layout.offsets[i];
            switch (layout.sizes[i]) {
                case 1: Access.U.putByte(object, offset, (byte) source.u1()); break;
                case 2: Access.U.putShortUnaligned(object, offset, source.u2()); break;
                case 4: Access.U.putIntUnaligned(object, offset, source.u4()); break;
                default: Access.U.putLongUnaligned(object, offset, source.u8());
            }
        }
        if (layout.references.length > 0) {
            pending.push(number, layout);
        }
    }

    private void fill(int number, Layout layout) throws InstantiationException {
        Object object = pieces[number >>> BITS][number & PIECE - 1];
        if (layout.kind == Layout.Kind.REFERENCES) {
            elements(number, layout, object, pending.position);
            return;
        }
        int before = pending.size();
        for (long offset : layout.references) {
            Access.U.putReference(object, offset, reference());
        }
        pending.turn(before);
    }

    private void elements(int number, Layout layout, Object array, int from) throws InstantiationException {
        int length = Array.getLength(array);
        int end = (int) Math.min(length, (long) from + Pending.SLICE);
        if (end < length) {
            pending.push(number, layout, end);
        }
        int before = pending.size();
        for (int i = from; i < end; i++) {
            Access.U.putReference(array, layout.base + (long) i * layout.scale, reference());
        }
        pending.turn(before);
    }
}
