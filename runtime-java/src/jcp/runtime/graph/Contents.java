package jcp.runtime.graph;

import jcp.runtime.format.Sink;
import jcp.runtime.format.Source;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.Bits;
import jcp.runtime.jvm.Boxes;
import jcp.runtime.jvm.ClassFields;
import jcp.runtime.jvm.Strings;
import jcp.runtime.linking.InternedStrings;

/** Reads what the file has of an object besides its references, and makes the objects that have none ({@link GraphReader}). */
public final class Contents {
    /** Copied for each string; nobody asks for its hash, which copies would have. */
    private static final String EMPTY = new String(new char[0]);

    /** Numbers of the strings in whose places the JVM's own are put. */
    final Bits interned = new Bits();
    Source source;
    private final Layout[] table;
    private final Pending pending;
    /** How many objects are there already: those of the root's entry. */
    private final int replaced;

    Contents(Layout[] table, Pending pending, int replaced) {
        this.table = table;
        this.pending = pending;
        this.replaced = replaced;
    }

    /** The primitive fields; the references follow when it is the object's turn. */
    void fields(int number, Layout layout, Object object) {
        source.fields(object, layout.sizes, layout.offsets, layout.bytes);
        if (layout.references.length > 0) {
            pending.push(number, layout);
        }
    }

    /** An array of references, which follow in its turns. */
    Object references(int number, Layout layout) {
        pending.push(number, layout);
        return java.lang.reflect.Array.newInstance(layout.type.getComponentType(), source.checked(source.varint()));
    }

    Object primitives(Layout layout) {
        int length = source.varint();
        source.checked((long) length * layout.scale);
        Object array = Access.U.allocateUninitializedArray(layout.type.getComponentType(), length);
        source.array(array, layout.base, (long) length * layout.scale);
        return array;
    }

    String string(int number) {
        int flags = source.u1();
        int length = source.varint();
        source.checked(length);
        byte[] bytes = new byte[length];
        source.array(bytes, Sink.BYTES, length);
        String text = new String(EMPTY); // an object of its own, whose content is put in
        Access.U.putReference(text, Strings.VALUE, bytes);
        Access.U.putByte(text, Strings.CODER, (byte) (flags & 1));
        if ((flags & Strings.INTERNED) == 0 && !(interned.get(number) && number > replaced)) {
            return text;
        }
        text = text.intern();
        if ((flags & Strings.LITERAL) != 0) {
            InternedStrings.hold(text);
        }
        return text;
    }

    Class<?> classObject() {
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

    Object box(Class<?> type) {
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

    static Object constant(Class<?> type, String name) {
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
}
