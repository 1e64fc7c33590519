package jcp.runtime.kinds;

import java.lang.ref.Reference;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import jcp.runtime.format.Sink;
import jcp.runtime.graph.GraphReader;
import jcp.runtime.graph.GraphWriter;
import jcp.runtime.graph.Kind;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.ClassFields;

/**
 * Direct buffers: memory outside the heap that {@code ByteBuffer.allocateDirect} took, and views of it. The bytes are written as an
 * array that nothing refers to. In the replay memory of the same size is taken in the same way; it becomes the copy's, with
 * what frees it, and each view gets the address at its distance from the memory's start. So does a field of the program's objects that holds an address in the
 * memory: libraries read it once, and go by it ({@code sun.misc.Unsafe}).
 *
 * <p>Left out: addresses in arrays, static fields and locals. Left out, and refused: mapped files, memory of native code or of {@code java.lang.foreign}, memory that was freed by hand.
 */
public final class DirectBuffers {
    private static final String BUFFER = "java.nio.DirectByteBuffer";
    private static final String CLEANER = "jdk.internal.ref.Cleaner";
    private static final int WORDS = 4;

    private DirectBuffers() {}

    static boolean concerns(Class<?> type) {
        return Buffer.class.isAssignableFrom(type) && type.getName().startsWith("java.nio.Direct");
    }

    /** Whether the buffer's memory can be taken again. */
    static boolean isPlain(Object buffer) {
        Object owner = owner(buffer);
        if (owner == null || Access.getField(owner, Buffer.class, "segment") != null) {
            return false;
        }
        Object cleaner = Access.getField(owner, owner.getClass(), "cleaner");
        Object frees = cleaner == null ? null : Access.getField(cleaner, cleaner.getClass(), "thunk");
        // one that was run refers to itself
        return frees != null && frees.getClass().getName().equals(BUFFER + "$Deallocator")
            && Access.getField(cleaner, cleaner.getClass(), "next") != cleaner;
    }

    /** The buffer whose memory it shows, which may be itself; null if it shows no buffer's. */
    private static Object owner(Object buffer) {
        Object at = buffer;
        while (at != null && concerns(at.getClass())) {
            Class<?> in = at.getClass();
            while (!Access.hasField(in, "att")) {
                in = in.getSuperclass();
            }
            Object held = Access.getField(at, in, "att");
            if (held == null) {
                return at.getClass().getName().equals(BUFFER) ? at : null;
            }
            at = held;
        }
        return null;
    }

    private static long address(Object buffer) {
        return (Long) Access.getField(buffer, Buffer.class, "address");
    }

    /** Takes memory for the copies; owners first, since views go by them. */
    private static void restore(GraphReader graph, String[] all) {
        for (int i = 0; i + WORDS <= all.length; i += WORDS) {
            boolean isBuffer = Character.isDigit(all[i + 3].charAt(0));
            int bytes = isBuffer ? Integer.parseInt(all[i + 3]) : 0;
            if (bytes != 0) {
                own(graph.object(Integer.parseInt(all[i])), (byte[]) graph.object(bytes));
            }
        }
        for (int i = 0; i + WORDS <= all.length; i += WORDS) {
            Object owner = graph.object(Integer.parseInt(all[i + 1]));
            Object holder = graph.object(Integer.parseInt(all[i]));
            long address = address(owner) + Long.parseLong(all[i + 2]);
            if (Character.isDigit(all[i + 3].charAt(0))) {
                Access.setField(holder, Buffer.class, "address", address);
            } else {
                int depth = all[i + 3].indexOf(' ');
                Access.setField(holder, above(holder.getClass(), depth), all[i + 3].substring(depth + 1), address);
            }
        }
    }

    /** The class so many above. */
    private static Class<?> above(Class<?> type, int depth) {
        return depth == 0 ? type : above(type.getSuperclass(), depth - 1);
    }

    /** The memory of a new buffer becomes the copy's: what frees it waits for the end of the copy. */
    private static void own(Object copy, byte[] bytes) {
        ByteBuffer made = ByteBuffer.allocateDirect(bytes.length);
        Access.U.copyMemory(bytes, Sink.BYTES, null, address(made), bytes.length);
        Class<?> cleaners = Access.jdk(CLEANER);
        Object cleaner = Access.getField(made, made.getClass(), "cleaner");
        Object frees = Access.getField(cleaner, cleaners, "thunk");
        Access.call(null, cleaners, "remove", cleaner);
        ((Reference<?>) cleaner).clear();
        Access.setField(made, made.getClass(), "cleaner", null);
        Access.setField(copy, Buffer.class, "address", address(made));
        Access.setField(copy, copy.getClass(), "cleaner", Access.call(null, cleaners, "create", copy, frees));
    }

    /** How the graph treats them. */
    public static final class AsKind extends Kind {
        @Override
        public boolean handles(Class<?> type) {
            return concerns(type);
        }

        @Override
        public String[] skippedFields() {
            return new String[] {
                "java.nio.DirectByteBuffer.cleaner"};
        }

        @Override
        public boolean admits(Object o) {
            return isPlain(o);
        }

        @Override
        public Trace trace() {
            return new Found();
        }

        @Override
        public void restoreParts(GraphReader graph) {
            restore(graph, graph.edges(AsKind.class));
        }

        private static final class Found extends Each {
            /**
             * For each: its number, that of the buffer that owns the memory, the distance in bytes, and for an owner its array's number,
             * else 0; for an object with an address its field, behind a mark for each class between its own and the field's.
             */
            private final List<String> found = new ArrayList<>();

            /** Numbers the owner if it was not found before, and an array with its bytes. */
            @Override
            protected void look(GraphWriter graph, int number) {
                Object buffer = graph.ids.object(number);
                Object owner = owner(buffer);
                byte[] bytes = null;
                if (owner == buffer) {
                    bytes = new byte[((Buffer) buffer).capacity()];
                    Access.U.copyMemory(null, address(buffer), bytes, Sink.BYTES, bytes.length);
                }
                graph.within(number);
                found.add(Integer.toString(number));
                found.add(Integer.toString(graph.id(owner)));
                found.add(Long.toString(address(buffer) - address(owner)));
                found.add(Integer.toString(bytes == null ? 0 : graph.id(bytes)));
            }

            @Override
            public List<String> capture(GraphWriter graph) {
                int buffers = found.size();
                for (int number = 1; buffers > 0 && number <= graph.ids.count; number++) {
                    Object object = graph.ids.object(number);
                    String depth = "";
                    for (Class<?> in = object.getClass(); !Access.isJdk(in); in = in.getSuperclass()) {
                        for (ClassFields field : ClassFields.of(in)) {
                            if (!field.isStatic() && field.descriptor.equals("J")) {
                                add(graph, number, Access.U.getLong(object, field.offset), buffers, depth + " " + field.name);
                            }
                        }
                        depth += "^";
                    }
                }
                return found;
            }

            /** A field, if it holds an address in the memory of a buffer, or right behind it. */
            private void add(GraphWriter graph, int number, long value, int buffers, String field) {
                String of = null;
                long nearest = Long.MAX_VALUE;
                for (int i = 0; value != 0 && i < buffers; i += WORDS) {
                    Object owner = graph.ids.object(Integer.parseInt(found.get(i + 1)));
                    long distance = value - address(owner);
                    if (distance >= 0 && distance <= ((Buffer) owner).capacity() && distance < nearest) {
                        of = found.get(i + 1);
                        nearest = distance;
                    }
                }
                if (of != null) {
                    found.addAll(List.of(Integer.toString(number), of, Long.toString(nearest), field));
                }
            }
        }
    }
}
