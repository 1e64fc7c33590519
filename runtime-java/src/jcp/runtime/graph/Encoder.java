package jcp.runtime.graph;

import jcp.runtime.format.Sink;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.Boxes;
import jcp.runtime.jvm.Strings;

/**
 * Numbers the objects of a class where {@link GraphWriter} meets them first, and writes what making them takes, which
 * {@link Maker} reads; their references follow when they are scanned.
 *
 * <p>A class for each way that is taken often, as there: a program's objects are captured once, while the JVM compiles this code.
 */
public abstract class Encoder {
    final GraphWriter graph;
    final Sink out;

    private Encoder(GraphWriter graph) {
        this.graph = graph;
        out = graph.out;
    }

    /** Returns the object's number. */
    public abstract int write(Layout layout, Object object);

    /** Those of one writer. */
    static final class All {
        private final Encoder plain;
        private final Encoder references;
        private final Encoder text;
        private final Encoder box;
        private final Encoder rest;
        private final Encoder special;

        All(GraphWriter graph) {
            plain = new Plain(graph);
            references = new References(graph);
            text = new Text(graph);
            box = new Box(graph);
            rest = new Rest(graph);
            special = new Special(graph, this);
        }

        Encoder of(Layout layout) {
            boolean asked = layout.anchors != null || layout.throwable || layout.problem != null || layout.kinds != null
                || layout.threadLocal;
            return asked ? special : ofKind(layout);
        }

        private Encoder ofKind(Layout layout) {
            switch (layout.treatment) {
                case PLAIN: return plain;
                case REFERENCES: return references;
                case STRING: return text;
                case BOX: return box;
                default: return rest;
            }
        }
    }

    private static final class Plain extends Encoder {
        Plain(GraphWriter graph) {
            super(graph);
        }

        @Override
        public int write(Layout layout, Object object) {
            int id = graph.begin(layout, object);
            out.fields(object, layout.sizes, layout.offsets);
            if (layout.references.length > 0) {
                graph.push(id, layout);
            }
            return id;
        }
    }

    private static final class References extends Encoder {
        References(GraphWriter graph) {
            super(graph);
        }

        @Override
        public int write(Layout layout, Object object) {
            int id = graph.begin(layout, object);
            out.varint(java.lang.reflect.Array.getLength(object));
            graph.push(id, layout);
            return id;
        }
    }

    private static final class Text extends Encoder {
        Text(GraphWriter graph) {
            super(graph);
        }

        @Override
        public int write(Layout layout, Object object) {
            int id = graph.begin(layout, object);
            byte[] bytes = (byte[]) Access.U.getReference(object, Strings.VALUE);
            out.u1(Access.U.getByte(object, Strings.CODER) | graph.internedBits((String) object, bytes));
            out.varint(bytes.length);
            out.array(bytes, Sink.BYTES, bytes.length);
            return id;
        }
    }

    private static final class Box extends Encoder {
        Box(GraphWriter graph) {
            super(graph);
        }

        @Override
        public int write(Layout layout, Object box) {
            int id = graph.begin(layout, box);
            long value = value(layout, box);
            out.u1(Boxes.isOwn(layout.type, value, box) ? 1 : 0);
            switch (layout.scale) {
                case 1: out.u1((int) value); break;
                case 2: out.u2((short) value); break;
                case 4: out.u4((int) value); break;
                default: out.u8(value);
            }
            return id;
        }

        /** As {@link Boxes#value}, without asking the box for its class: the compiler would guess what it is, wrongly at last. */
        private static long value(Layout layout, Object box) {
            switch (layout.scale) {
                case 1: return Access.U.getByte(box, layout.base);
                case 2:
                    short value = Access.U.getShort(box, layout.base);
                    return layout.type == Character.class ? value & 0xffff : value;
                case 4: return Access.U.getInt(box, layout.base);
                default: return Access.U.getLong(box, layout.base);
            }
        }
    }

    private static final class Rest extends Encoder {
        Rest(GraphWriter graph) {
            super(graph);
        }

        @Override
        public int write(Layout layout, Object object) {
            int id = graph.begin(layout, object);
            switch (layout.treatment) {
                case CLASS: graph.classObject((Class<?>) object); break;
                case ENUM: out.text(((Enum<?>) object).name()); break;
                default: // PRIMITIVES
                    int length = java.lang.reflect.Array.getLength(object);
                    out.varint(length);
                    out.array(object, layout.base, (long) length * layout.scale);
            }
            return id;
        }
    }

    /** Objects that may be no copies, or of which more is to be known. */
    private static final class Special extends Encoder {
        private final All all;

        Special(GraphWriter graph, All all) {
            super(graph);
            this.all = all;
        }

        @Override
        public int write(Layout layout, Object object) {
            if (layout.anchors != null && graph.known(layout, object)) {
                return graph.ids.count;
            }
            if (layout.throwable) {
                StackTraces.compute((Throwable) object);
            }
            if (layout.problem != null && graph.refused(layout, object)) {
                return graph.ids.count;
            }
            int id = all.ofKind(layout).write(layout, object);
            graph.meet(id, layout);
            return id;
        }
    }
}
