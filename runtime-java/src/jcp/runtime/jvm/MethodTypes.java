package jcp.runtime.jvm;

import java.util.ArrayList;
import java.util.List;

/**
 * The verifier's types at an instruction of a method (JVMS 4.10.1): those of the stack map before it, and what the instructions between do to them.
 *
 * <p>Invariant: code that no stack map stands before is reached from the instruction before it alone, as of class files from version 50 on.
 */
final class MethodTypes {
    private static final String KINDS = "IJFDA";
    private static final int WIDE = 196;
    /** By opcode: what it pushes, after having popped so many values; for those whose effect does not depend on constants. */
    private static final String[] EFFECTS = new String[256];

    static {
        same(0, 0, "0");
        same(1, 1, "0A");
        same(2, 8, "0I");
        same(9, 10, "0J");
        same(11, 13, "0F");
        same(14, 15, "0D");
        same(16, 17, "0I");
        for (int kind = 0; kind < 5; kind++) {
            same(21 + kind, 21 + kind, "0" + KINDS.charAt(kind));
            same(26 + 4 * kind, 29 + 4 * kind, "0" + KINDS.charAt(kind));
            same(46 + kind, 46 + kind, "2" + KINDS.charAt(kind));
        }
        same(51, 53, "2I");
        same(54, 78, "1");
        same(79, 86, "3");
        for (int op = 96; op < 116; op++) {
            same(op, op, "2" + KINDS.charAt(op % 4));
        }
        same(116, 119, "0");
        for (int op = 120; op < 132; op++) {
            same(op, op, "2" + KINDS.charAt(op % 2));
        }
        same(132, 132, "0");
        for (int op = 133; op < 148; op++) {
            same(op, op, "1" + "JFDIFDIJDIJFIII".charAt(op - 133));
        }
        same(148, 152, "2I");
        same(153, 158, "1");
        same(159, 166, "2");
        same(167, 167, "0");
        same(170, 177, "1");
        same(177, 177, "0");
        same(187, 187, "0A");
        same(188, 189, "1A");
        same(190, 190, "1I");
        same(191, 191, "1");
        same(192, 192, "1A");
        same(193, 193, "1I");
        same(194, 195, "1");
        same(198, 199, "1");
        same(200, 200, "0");
    }

    private static void same(int from, int to, String effect) {
        for (int op = from; op <= to; op++) {
            EFFECTS[op] = effect;
        }
    }
    private final MethodCode code;
    private final Constants constants;
    private final StackMaps maps;

    MethodTypes(MethodCode code, Constants constants, StackMaps maps) {
        this.code = code;
        this.constants = constants;
        this.maps = maps;
    }

    /** Before the instruction there. */
    FrameTypes before(int wanted) {
        int at = 0;
        FrameTypes now = maps.first.copy();
        for (int i = 0; i < maps.count(); i++) {
            if (maps.place(i) <= wanted) {
                at = maps.place(i);
                now = maps.frame(i).copy();
            }
        }
        while (at < wanted) {
            step(at, now);
            at += code.length(at);
        }
        return now;
    }

    /** What the call leaves, given the types before it. */
    FrameTypes after(int call, FrameTypes before) {
        FrameTypes now = before.copy();
        step(call, now);
        return now;
    }

    private void step(int at, FrameTypes now) {
        int op = code.u1(at);
        boolean wide = op == WIDE;
        op = wide ? code.u1(at + 1) : op;
        if (op >= 54 && op <= 78) {
            int slot = op >= 59 ? (op - 59) % 4 : wide ? code.u2(at + 2) : code.u1(at + 1);
            now.setLocal(slot, now.pop());
        } else if (op == 25 || op >= 42 && op <= 45) {
            int slot = op >= 42 ? op - 42 : wide ? code.u2(at + 2) : code.u1(at + 1);
            now.stack.add(now.local(slot));
        } else if (op >= 87 && op <= 95) {
            move(op, now);
        } else if (EFFECTS[op] == null || EFFECTS[op].endsWith("A")) {
            byConstant(op, at, now);
        } else {
            now.pop(EFFECTS[op].charAt(0) - '0');
            if (EFFECTS[op].length() > 1) {
                now.stack.add(EFFECTS[op].substring(1));
            }
        }
    }

    /** {@code pop}, {@code dup}, {@code swap} and their kin: by the slots that values take. */
    private static void move(int op, FrameTypes now) {
        int size = now.stack.size();
        int top = op == 88 || op >= 92 && op <= 94 ? values(now, 0, 2) : 1;
        if (op <= 88) {
            now.pop(top);
            return;
        }
        int below = op == 90 || op == 93 || op == 95 ? 1 : op == 91 || op == 94 ? values(now, top, 2) : 0;
        List<String> moved = new ArrayList<>(now.stack.subList(size - top, size));
        if (op == 95) {
            now.pop(1);
        }
        now.stack.addAll(size - top - below, moved);
    }

    /** How many values take so many slots, below the first ones. */
    private static int values(FrameTypes now, int below, int slots) {
        return slots == 2 && FrameTypes.isTwo(now.stack.get(now.stack.size() - 1 - below)) ? 1 : slots;
    }

    private void byConstant(int op, int at, FrameTypes now) {
        switch (op) {
            case 1: now.stack.add(FrameTypes.NULL); break;
            case 18: now.stack.add(constants.type(code.u1(at + 1))); break;
            case 19: case 20: now.stack.add(constants.type(code.u2(at + 1))); break;
            case 50: now.pop(1); now.stack.add(FrameTypes.element(now.pop())); break;
            case 178: now.stack.add(FrameTypes.of(constants.descriptor(code.u2(at + 1)), 0)); break;
            case 179: now.pop(1); break;
            case 180: now.pop(1); now.stack.add(FrameTypes.of(constants.descriptor(code.u2(at + 1)), 0)); break;
            case 181: now.pop(2); break;
            case 182: case 183: case 184: case 185: case 186: call(op, code.u2(at + 1), now); break;
            case 187: now.stack.add(String.valueOf(FrameTypes.NEW) + at); break;
            case 188: now.pop(1); now.stack.add(FrameTypes.CLASS + "[" + "ZCFDBSIJ".charAt(code.u1(at + 1) - 4)); break;
            case 189: {
                String of = constants.className(code.u2(at + 1));
                now.pop(1);
                now.stack.add(FrameTypes.CLASS + (of.startsWith("[") ? "[" + of : "[L" + of + ";"));
                break;
            }
            case 192: now.pop(1); now.stack.add(FrameTypes.CLASS + constants.className(code.u2(at + 1))); break;
            case 197: now.pop(code.u1(at + 3)); now.stack.add(FrameTypes.CLASS + constants.className(code.u2(at + 1))); break;
            default: throw new IllegalStateException("an instruction that the JDK's classes do not have: " + op);
        }
    }

    private void call(int op, int constant, FrameTypes now) {
        String descriptor = constants.descriptor(constant);
        now.pop(MethodCode.parameters(descriptor).length());
        if (op != 184 && op != 186) {
            String receiver = now.pop();
            if (op == 183 && FrameTypes.isUnfinished(receiver)) {
                String as = receiver.equals(FrameTypes.THIS) ? maps.own
                    : constants.className(code.u2(Integer.parseInt(receiver.substring(1)) + 1));
                now.made(receiver, FrameTypes.CLASS + as);
            }
        }
        String result = FrameTypes.of(descriptor, descriptor.indexOf(')') + 1);
        if (result != null) {
            now.stack.add(result);
        }
    }
}
