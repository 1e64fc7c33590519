package jcp.runtime;

import java.lang.reflect.Array;
import java.lang.reflect.Proxy;

/**
 * Makes the objects of a checkpoint: first all are allocated without running a constructor, leaves and primitive arrays
 * with their content; then the fields are filled.
 */
final class GraphReader {
    private final Object[] objects;
    private final Layout[] layouts;
    /** What {@link #fill} must fill: null for objects that are complete already. */
    private final Layout[] open;

    /** The objects that the root's entry reaches, from 1 on: their contents are replaced. */
    private final Entry entry;
    private final java.util.List<Layout> others = new java.util.ArrayList<>();

    GraphReader(int classes, int objects, Entry entry) {
        this.entry = entry;
        this.layouts = new Layout[classes];
        this.objects = new Object[objects + 1];
        this.open = new Layout[objects + 1];
    }

    int limit() {
        return objects.length;
    }

    Object object(int number) {
        return objects[number];
    }

    /** The object whose number comes next. */
    Object object(Source source) {
        return objects[source.varint(objects.length)];
    }

    void classes(Source source) throws Throwable {
        for (int i = 0; i < layouts.length; i++) {
            Class<?> type;
            int kind = source.u1();
            switch (kind) {
                case GraphWriter.NAMED: type = Class.forName(source.text(), false, Access.APPLICATION); break;
                case GraphWriter.LAMBDA: type = LambdaClasses.make(source.texts()); break;
                case GraphWriter.PROXY: type = proxy(source.texts()); break;
                default: throw new IllegalStateException("the checkpoint file is damaged: unknown kind of class");
            }
            layouts[i] = new Layout(type, kind == GraphWriter.LAMBDA);
            String expected = source.text();
            if (!expected.equals(layouts[i].fingerprint())) {
                throw new IllegalStateException("class " + type.getName() + " has other fields than when the checkpoint was"
                        + " taken; capture again");
            }
        }
    }

    private static Class<?> proxy(String[] names) throws ClassNotFoundException {
        Class<?>[] interfaces = new Class<?>[names.length];
        for (int i = 0; i < names.length; i++) {
            interfaces[i] = Class.forName(names[i], false, Access.APPLICATION);
        }
        java.lang.reflect.InvocationHandler none = new NoHandler();
        return Proxy.newProxyInstance(Access.APPLICATION, interfaces, none).getClass();
    }

    /** Stands in until the real handler is filled in. */
    private static final class NoHandler implements java.lang.reflect.InvocationHandler {
        @Override
        public Object invoke(Object proxy, java.lang.reflect.Method method, Object[] args) {
            return null;
        }
    }

    void allocate(Source source) throws InstantiationException {
        for (int number = 1; number < objects.length; number++) {
            int tag = source.varint(GraphWriter.FIRST_CLASS + layouts.length);
            if (entry != null && number <= entry.count) {
                objects[number] = entry.object(number);
                replace(number, tag, source);
            } else if (tag == GraphWriter.ANCHOR) {
                objects[number] = Anchors.resolve(source.text());
            } else if (tag == GraphWriter.LEAF) {
                objects[number] = Leaves.make(source.texts());
            } else {
                objects[number] = allocate(number, layouts[tag - GraphWriter.FIRST_CLASS], source);
            }
        }
    }

    /** Gives an object that is there already its captured content, as far as that is no matter of its fields. */
    private void replace(int number, int tag, Source source) throws InstantiationException {
        Object object = objects[number];
        if (tag == GraphWriter.ANCHOR) {
            source.text();
            return;
        }
        if (tag == GraphWriter.LEAF) {
            source.texts();
            return;
        }
        Layout layout = layouts[tag - GraphWriter.FIRST_CLASS];
        switch (layout.kind) {
            case STRING: replaceText((String) object, string(source)); break;
            case CLASS: classObject(source); break;
            case BOX: replaceBox(object, box(layout.type, source)); break;
            case ENUM: source.text(); break;
            case PRIMITIVES: source.array(object, layout.base, (long) source.varint() * layout.scale); break;
            case REFERENCES:
                source.varint();
                open[number] = layout;
                break;
            default: open[number] = layout.type == object.getClass() ? layout : layoutOf(object.getClass(), layout);
        }
    }

    /** The layout of a hidden class, of which this JVM has made another one than that of the class table. */
    private Layout layoutOf(Class<?> type, Layout captured) {
        Layout layout = null;
        for (Layout other : others) {
            layout = other.type == type ? other : layout;
        }
        if (layout == null) {
            layout = new Layout(type, true);
            others.add(layout);
        }
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

    private Object allocate(int number, Layout layout, Source source) throws InstantiationException {
        switch (layout.kind) {
            case STRING: return string(source);
            case CLASS: return classObject(source);
            case BOX: return box(layout.type, source);
            case ENUM: return constant(layout.type, source.text());
            case PRIMITIVES: {
                int length = source.checked(source.varint());
                Object array = Array.newInstance(layout.type.getComponentType(), length);
                source.array(array, layout.base, (long) length * layout.scale);
                return array;
            }
            case REFERENCES:
                open[number] = layout;
                return Array.newInstance(layout.type.getComponentType(), source.varint());
            default:
                Object single = layout.type.isHidden() ? LambdaClasses.single(layout.type) : null;
                if (single != null) {
                    return single;
                }
                open[number] = layout;
                return Access.U.allocateInstance(layout.type);
        }
    }

    private static String string(Source source) throws InstantiationException {
        int flags = source.u1();
        byte[] bytes = new byte[source.checked(source.varint())];
        source.array(bytes, Sink.BYTES, bytes.length);
        String text = (String) Access.U.allocateInstance(String.class);
        Access.U.putReference(text, Strings.VALUE, bytes);
        Access.U.putByte(text, Strings.CODER, (byte) (flags & 1));
        return (flags & 2) != 0 ? text.intern() : text;
    }

    private Class<?> classObject(Source source) {
        int index = source.varint(layouts.length + 1);
        return index == 0 ? primitive(source.text()) : layouts[index - 1].type;
    }

    private static Class<?> primitive(String name) {
        Class<?>[] all = {
            boolean.class, byte.class, char.class, short.class, int.class, long.class, float.class, double.class, void.class
        };
        for (Class<?> type : all) {
            if (type.getName().equals(name)) {
                return type;
            }
        }
        throw new IllegalStateException("the checkpoint file is damaged: no primitive type " + name);
    }

    private static Object box(Class<?> type, Source source) {
        boolean cached = source.u1() == 1;
        long value = source.u8();
        return cached ? Boxes.of(type, value) : Boxes.fresh(type, value);
    }

    private static Object constant(Class<?> type, String name) {
        Class<?> declaring = type.isEnum() ? type : type.getSuperclass(); // a constant with a body has a class of its own
        for (Object constant : declaring.getEnumConstants()) {
            if (((Enum<?>) constant).name().equals(name)) {
                return constant;
            }
        }
        throw new IllegalStateException("this JDK has no " + declaring.getName() + "." + name);
    }

    /** Puts the JVM's own strings in the places of those that were interned. */
    void intern(Source source) {
        for (int n = source.varint(); n > 0; n--) {
            int number = source.varint(objects.length);
            if (entry != null && number <= entry.count) {
                continue;
            }
            objects[number] = ((String) objects[number]).intern();
        }
    }

    void fill(Source source) {
        for (int number = 1; number < objects.length; number++) {
            Layout layout = open[number];
            if (layout == null) {
                continue;
            }
            Object object = objects[number];
            if (layout.kind == Layout.Kind.REFERENCES) {
                long base = layout.base;
                for (int i = 0, n = Array.getLength(object); i < n; i++) {
                    Access.U.putReference(object, base + (long) i * layout.scale, object(source));
                }
            } else {
                fields(layout, object, source);
            }
        }
    }

    private void fields(Layout layout, Object object, Source source) {
        for (int i = 0; i < layout.primitives.length; i++) {
            long offset = layout.primitives[i];
            switch (layout.sizes[i]) {
                case 1: Access.U.putByte(object, offset, (byte) source.u1()); break;
                case 2: Access.U.putShort(object, offset, source.u2()); break;
                case 4: Access.U.putInt(object, offset, source.u4()); break;
                default: Access.U.putLong(object, offset, source.u8());
            }
        }
        for (long offset : layout.references) {
            Access.U.putReference(object, offset, object(source));
        }
    }
}
