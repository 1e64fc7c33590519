package jcp.runtime.jvm;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Gives methods of a JDK class blocks that resume activations which were under way at a checkpoint, before their code: the method asks
 * ({@code java.lang.JcpFrames}) which block is meant. The block takes the locals that are read later, enters the monitors, takes the values under the call,
 * makes the call again, in the ranges of the handlers that cover it, and goes on behind it.
 *
 * <p>Invariants: each local that has a type at the call has one behind it, as the method's own stack maps ask; what nothing reads is 0 or null. References are
 * cast to the verifier's types. A block is a multiple of four bytes, which {@code tableswitch} needs. The call has its line.
 *
 * <p>Left out: methods that would be longer than the JVM takes, and those that construct an object around the call; names of variables in the block.
 */
public final class ResumeBlocks {
    private static final String HOOKS = "java/lang/JcpFrames";
    private static final int GOTO_W = 200;
    private static final String OBJECT = FrameTypes.CLASS + "java/lang/Object";
    /** What gives 0 or null, for I, J, F, D, A. */
    private static final int[] DEFAULTS = {3, 9, 11, 14, 1};

    private final byte[] file;
    private final ByteBuffer in;
    private final Constants constants;
    /** The class's name. */
    private final String own;
    private final int resumes;
    /** Constants of what gives values, for I, J, F, D, A. */
    private final int[] values = new int[5];
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private ResumeBlocks(byte[] file) {
        this.file = file;
        in = ByteBuffer.wrap(file);
        constants = new Constants(file);
        own = constants.className(u2(constants.end + 2));
        int hooks = constants.addClass(HOOKS);
        resumes = constants.addMethod(hooks, "jcpResumes", "(Ljava/lang/Object;I)I");
        String[] names = {"jcpInt", "jcpLong", "jcpFloat", "jcpDouble", "jcpObject"};
        String[] results = {"I", "J", "F", "D", "Ljava/lang/Object;"};
        for (int i = 0; i < values.length; i++) {
            values[i] = constants.addMethod(hooks, names[i], "(I)" + results[i]);
        }
    }

    /** The class file in which the frames' methods have blocks for them. */
    public static byte[] added(byte[] file, List<ResumedFrame> frames) {
        return new ResumeBlocks(file).with(frames);
    }

    private byte[] with(List<ResumedFrame> frames) {
        int at = constants.end + 6;
        at += 2 + 2 * u2(at);
        at = afterMembers(at);
        int methods = u2(at);
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.write(file, constants.end, at + 2 - constants.end);
        at += 2;
        for (int i = 0; i < methods; i++) {
            int next = afterMember(at);
            List<ResumedFrame> own = new ArrayList<>();
            for (ResumedFrame each : frames) {
                if (each.frame.method.equals(constants.text(u2(at + 2))) && each.frame.descriptor.equals(constants.text(u2(at + 4)))) {
                    own.add(each);
                }
            }
            if (own.isEmpty()) {
                body.write(file, at, next - at);
            } else {
                method(at, own, body);
            }
            at = next;
        }
        body.write(file, at, file.length - at);
        out.write(file, 0, 8);
        put2(out, constants.count());
        out.write(file, 10, constants.end - 10);
        byte[] added = constants.added();
        out.write(added, 0, added.length);
        out.write(body.toByteArray(), 0, body.size());
        return out.toByteArray();
    }

    private int afterMembers(int at) {
        int next = at + 2;
        for (int n = u2(at); n > 0; n--) {
            next = afterMember(next);
        }
        return next;
    }

    private int afterMember(int at) {
        int next = at + 8;
        for (int n = u2(at + 6); n > 0; n--) {
            next += 6 + s4(next + 2);
        }
        return next;
    }

    private void method(int at, List<ResumedFrame> frames, ByteArrayOutputStream body) {
        body.write(file, at, 8);
        int attribute = at + 8;
        for (int n = u2(at + 6); n > 0; n--) {
            int next = attribute + 6 + s4(attribute + 2);
            if (constants.text(u2(attribute)).equals("Code")) {
                String[] of = {own, constants.text(u2(at + 2)), constants.text(u2(at + 4))};
                byte[] code = code(attribute + 6, new StackMaps(constants, of, (u2(at) & 8) != 0), (u2(at) & 8) != 0, frames);
                body.write(file, attribute, 2);
                put4(body, code.length);
                body.write(code, 0, code.length);
            } else {
                body.write(file, attribute, next - attribute);
            }
            attribute = next;
        }
    }

    /** The content of the attribute. */
    private byte[] code(int at, StackMaps maps, boolean isStatic, List<ResumedFrame> frames) {
        int length = s4(at + 4);
        byte[] old = new byte[length];
        System.arraycopy(file, at + 8, old, 0, length);
        int handlers = u2(at + 8 + length);
        int[][] ranges = new int[handlers][];
        for (int i = 0; i < handlers; i++) {
            int from = at + 10 + length + 8 * i;
            ranges[i] = new int[] {u2(from), u2(from + 2), u2(from + 4), u2(from + 6)};
        }
        MethodCode method = new MethodCode(old, constants, ranges);
        read(maps, at + 10 + length + 8 * handlers);
        if (maps.count() == 0 && method.branches()) {
            maps.take(ImageMaps.of(new String[] {own, frames.get(0).frame.method, frames.get(0).frame.descriptor}, isStatic, old));
        }
        Block block = new Block(method, new MethodTypes(method, constants, maps), old, maps.first);
        block.op(isStatic ? 1 : 42); // aconst_null; aload_0      receiver
        block.op2(17, frames.get(0).method); // sipush            receiver, method
        block.op2(184, resumes); // invokestatic                  block
        for (ResumedFrame frame : frames) {
            block.resume(frame);
        }
        block.op(87); // pop                                      –
        byte[] before = block.padded();
        if (before.length + length > 0xffff) {
            throw new IllegalStateException("the method " + frames.get(0).frame.name() + " is too long");
        }
        ByteArrayOutputStream code = new ByteArrayOutputStream();
        put2(code, u2(at) + 4);
        put2(code, u2(at + 2));
        put4(code, before.length + length);
        code.write(before, 0, before.length);
        code.write(old, 0, length);
        handlers(code, ranges, block.calls, before.length);
        block.map(maps, before.length);
        attributes(code, at + 10 + length + 8 * handlers, block.calls, before.length, maps.written());
        return code.toByteArray();
    }

    /** {@code at}: the attributes of the code. */
    private void read(StackMaps maps, int at) {
        int attribute = at + 2;
        for (int n = u2(at); n > 0; n--) {
            if (constants.text(u2(attribute)).equals(StackMaps.NAME)) {
                maps.read(file, attribute + 6);
            }
            attribute += 6 + s4(attribute + 2);
        }
    }

    /** The old ones, and those that cover the calls in the blocks. {@code calls}: of each its range and where it is in the old code. */
    private static void handlers(ByteArrayOutputStream code, int[][] ranges, List<int[]> calls, int shift) {
        List<int[]> all = new ArrayList<>();
        for (int[] range : ranges) {
            all.add(new int[] {range[0] + shift, range[1] + shift, range[2] + shift, range[3]});
        }
        for (int[] call : calls) {
            for (int[] range : ranges) {
                if (range[0] <= call[2] && call[2] < range[1]) {
                    all.add(new int[] {call[0], call[1], range[2] + shift, range[3]});
                }
            }
        }
        put2(code, all.size());
        for (int[] each : all) {
            for (int number : each) {
                put2(code, number);
            }
        }
    }

    /** Of the attributes of the code those that tell lines and variables. */
    private void attributes(ByteArrayOutputStream code, int at, List<int[]> calls, int shift, byte[] maps) {
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        int count = 1;
        put2(kept, constants.addText(StackMaps.NAME));
        put4(kept, maps.length);
        kept.write(maps, 0, maps.length);
        int attribute = at + 2;
        for (int n = u2(at); n > 0; n--) {
            int end = attribute + 6 + s4(attribute + 2);
            String name = constants.text(u2(attribute));
            boolean lines = name.equals("LineNumberTable");
            if (lines || name.startsWith("LocalVariable")) {
                count++;
                kept.write(file, attribute, 2);
                int size = lines ? 4 : 10;
                int entries = u2(attribute + 6);
                put4(kept, 2 + size * (entries + (lines ? calls.size() : 0)));
                put2(kept, entries + (lines ? calls.size() : 0));
                for (int[] call : lines ? calls : List.<int[]>of()) {
                    put2(kept, call[0]);
                    put2(kept, line(attribute + 8, entries, call[2]));
                }
                for (int entry = attribute + 8; entry < end; entry += size) {
                    put2(kept, u2(entry) + shift);
                    kept.write(file, entry + 2, size - 2);
                }
            }
            attribute = end;
        }
        put2(code, count);
        code.write(kept.toByteArray(), 0, kept.size());
    }

    private int line(int entries, int count, int at) {
        int start = -1;
        int line = 0;
        for (int i = 0; i < count; i++) {
            int from = u2(entries + 4 * i);
            if (from <= at && from >= start) {
                start = from;
                line = u2(entries + 4 * i + 2);
            }
        }
        return line;
    }

    /** What stands before a method's code. */
    private final class Block {
        private final MethodCode method;
        private final MethodTypes types;
        private final byte[] old;
        private final FrameTypes asked;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        /** Jumps into the old code: where the instruction is, where its offset is, the place in the old code. */
        private final List<int[]> jumps = new ArrayList<>();
        final List<int[]> calls = new ArrayList<>();
        /** The types behind the calls. */
        private final List<FrameTypes> behind = new ArrayList<>();

        Block(MethodCode method, MethodTypes types, byte[] old, FrameTypes first) {
            this.method = method;
            this.types = types;
            this.old = old;
            asked = first.copy();
            asked.stack.add("I");
        }

        void op(int op) {
            bytes.write(op);
        }

        void op2(int op, int number) {
            bytes.write(op);
            put2(bytes, number);
        }

        /** The block is on the stack, and stays there where it is another one. */
        void resume(ResumedFrame resumed) {
            JdkFrame frame = resumed.frame;
            op(89); // dup                                        block, block
            op2(17, resumed.block); // sipush                     block, block, this one
            int branch = bytes.size();
            op2(160, 0); // if_icmpne: is set below               block
            op(87); // pop                                        –
            resumed.fill(method, types);
            for (int local = 0; local < frame.locals.count(); local++) {
                String type = resumed.before.local(local);
                if (!type.equals(FrameTypes.TOP)) {
                    if (resumed.locals.charAt(local) != ' ') {
                        push(type, local); // value
                    } else {
                        op(DEFAULTS["IJFDA".indexOf(FrameTypes.kind(type))]); // 0, null
                    }
                    store(FrameTypes.kind(type), local); // –
                }
            }
            int slot = frame.locals.count();
            for (int i = 0; i < frame.monitors.count(); i++, slot++) {
                if (resumed.enters(i)) {
                    push(OBJECT, slot);
                    op(194); // monitorenter                      –
                }
            }
            for (int i = 0; i < resumed.under.size(); i++, slot++) {
                push(resumed.under.get(i), slot); // …
            }
            int passed = resumed.before.stack.size() - resumed.under.size();
            for (int i = 0; i < passed; i++, slot++) {
                push(resumed.before.stack.get(resumed.under.size() + i), slot); // …, receiver, arguments
            }
            int from = bytes.size();
            int length = method.length(frame.at);
            bytes.write(old, frame.at, length); // …, result
            calls.add(new int[] {from, bytes.size(), frame.at});
            behind.add(types.after(frame.at, resumed.before));
            jumps.add(new int[] {bytes.size(), frame.at + length});
            op(GOTO_W);
            put4(bytes, 0);
            ends.add(new int[] {branch, bytes.size()});
        }

        /** Branches over blocks: where they are, and where they go. */
        private final List<int[]> ends = new ArrayList<>();

        private void push(String type, int slot) {
            char kind = FrameTypes.kind(type);
            if (type.equals(FrameTypes.NULL)) {
                op(1); // aconst_null                             null
                return;
            }
            op2(17, slot); // sipush                              slot
            op2(184, values["IJFDA".indexOf(kind)]); // invokestatic  value
            if (kind == 'A' && !type.equals(OBJECT)) {
                op2(192, constants.addClass(type.substring(1))); // checkcast  value
            }
        }

        /** Adds the stack maps: behind each block, and behind the calls. The blocks are so long. */
        void map(StackMaps maps, int length) {
            List<Integer> places = new ArrayList<>();
            List<FrameTypes> frames = new ArrayList<>();
            for (int[] end : ends) {
                places.add(end[1]);
                frames.add(asked);
            }
            maps.shift(length, places, frames);
            for (int i = 0; i < calls.size(); i++) {
                maps.add(jumps.get(i)[1] + length, behind.get(i));
            }
        }

        private void store(char kind, int local) {
            int op = 54 + "IJFDA".indexOf(kind);
            if (local > 255) {
                bytes.write(196);
                op2(op, local);
            } else {
                bytes.write(op);
                bytes.write(local);
            }
        }

        byte[] padded() {
            while (bytes.size() % 4 != 0) {
                bytes.write(0); // nop
            }
            ByteBuffer code = ByteBuffer.wrap(bytes.toByteArray());
            for (int[] end : ends) {
                if (end[1] - end[0] > Short.MAX_VALUE) {
                    throw new IllegalStateException("a frame of the JDK has too many values");
                }
                code.putShort(end[0] + 1, (short) (end[1] - end[0]));
            }
            for (int[] jump : jumps) {
                code.putInt(jump[0] + 1, code.capacity() + jump[1] - jump[0]);
            }
            return code.array();
        }
    }

    private static void put2(ByteArrayOutputStream to, int number) {
        to.write(number >>> 8);
        to.write(number);
    }

    private static void put4(ByteArrayOutputStream to, int number) {
        put2(to, number >>> 16);
        put2(to, number);
    }

    private int u2(int at) {
        return in.getShort(at) & 0xffff;
    }

    private int s4(int at) {
        return in.getInt(at);
    }
}
