package jcp.runtime.jvm;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What the code of a method (JVMS 6.5) says of a call in it: the kinds of the values on the operand stack before it, and which locals are read
 * after it, with their kinds. A kind is I, J, F, D, or A for references; a stack is a text of kinds, bottom first.
 *
 * <p>The stack is followed along the first path that leads to an instruction: all paths bring the same kinds (JVMS 4.10). A local is live if on some path an
 * instruction reads it before one writes it.
 *
 * <p>Left out: {@code jsr} and {@code ret}, which the JDK's classes do not have.
 */
final class MethodCode {
    /** By opcode: what it pushes, after having popped so many values; for those whose effect does not depend on constants. */
    private static final String[] EFFECTS = new String[256];
    private static final String KINDS = "IJFDA";
    private static final int WIDE = 196;
    private static final int IINC = 132;
    private static final int TABLESWITCH = 170;
    private static final int LOOKUPSWITCH = 171;

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

    private final byte[] code;
    private final Constants constants;
    /** For each handler its range, where it is, and its type's constant. */
    private final int[][] handlers;
    /** By place: the stack before the instruction; null if no path leads there. */
    private String[] stacks;

    MethodCode(byte[] code, Constants constants, int[][] handlers) {
        this.code = code;
        this.constants = constants;
        this.handlers = handlers;
    }

    /** The descriptor of what the instruction calls, with a receiver as the first parameter if it has one; null if it is no call that names a method. */
    String called(int at) {
        int op = u1(at);
        if (op < 182 || op > 185) {
            return null;
        }
        String descriptor = constants.descriptor(u2(at + 1));
        return op == 184 ? descriptor : "(Ljava/lang/Object;" + descriptor.substring(1);
    }

    /** The kinds on the stack below receiver and arguments of the call there; null if it cannot be told. */
    String under(int at) {
        if (stacks == null) {
            follow();
        }
        int passed = parameters(called(at)).length();
        return stacks[at] == null || stacks[at].length() < passed ? null : stacks[at].substring(0, stacks[at].length() - passed);
    }

    /** The kinds of the parameters. */
    static String parameters(String descriptor) {
        StringBuilder kinds = new StringBuilder();
        for (int at = 1; descriptor.charAt(at) != ')'; at++) {
            kinds.append(kind(descriptor, at));
            while (descriptor.charAt(at) == '[') {
                at++;
            }
            at = descriptor.charAt(at) == 'L' ? descriptor.indexOf(';', at) : at;
        }
        return kinds.toString();
    }

    /** The kind of the type that the descriptor has there; V for none. */
    private static char kind(String descriptor, int at) {
        char type = descriptor.charAt(at);
        return "ZBCSI".indexOf(type) >= 0 ? 'I' : type == 'L' || type == '[' ? 'A' : type;
    }

    /** The kind in which the local is read after the instruction there; 0 if it is not. */
    char live(int local, int at) {
        boolean[] seen = new boolean[code.length];
        Deque<Integer> work = new ArrayDeque<>();
        work.add(at + length(at));
        addHandlers(at, work);
        while (!work.isEmpty()) {
            int next = work.pop();
            if (seen[next]) {
                continue;
            }
            seen[next] = true;
            char read = read(local, next);
            if (read != 0) {
                return read;
            }
            addHandlers(next, work);
            if (!writes(local, next)) {
                addNext(next, work);
            }
        }
        return 0;
    }

    private void addHandlers(int at, Deque<Integer> work) {
        for (int[] handler : handlers) {
            if (handler[0] <= at && at < handler[1]) {
                work.add(handler[2]);
            }
        }
    }

    /** The local that an instruction names, if it is of the range of opcodes with an operand or of that without; -1 if not. */
    private int local(int at, int operand, int first) {
        int op = u1(at);
        if (op == WIDE) {
            int wide = u1(at + 1);
            return wide >= operand && wide < operand + 5 ? u2(at + 2) : -1;
        }
        if (op >= operand && op < operand + 5) {
            return u1(at + 1);
        }
        return op >= first && op < first + 20 ? (op - first) % 4 : -1;
    }

    private char kindOfAccess(int at, int operand, int first) {
        int op = u1(at) == WIDE ? u1(at + 1) : u1(at);
        return KINDS.charAt(op < first ? op - operand : (op - first) / 4);
    }

    private char read(int local, int at) {
        boolean counts = u1(at) == IINC && u1(at + 1) == local || u1(at) == WIDE && u1(at + 1) == IINC && u2(at + 2) == local;
        return counts ? 'I' : local(at, 21, 26) == local ? kindOfAccess(at, 21, 26) : 0;
    }

    private boolean writes(int local, int at) {
        int written = local(at, 54, 59);
        if (written < 0) {
            return false;
        }
        boolean two = "JD".indexOf(kindOfAccess(at, 54, 59)) >= 0;
        return written == local || two && written + 1 == local;
    }

    /** Where the code may go on after the instruction, but for handlers. */
    private void addNext(int at, Deque<Integer> work) {
        int op = u1(at);
        if (op >= 153 && op <= 167 || op == 198 || op == 199) {
            work.add(at + (short) u2(at + 1));
        } else if (op == 200) {
            work.add(at + s4(at + 1));
        } else if (op == TABLESWITCH || op == LOOKUPSWITCH) {
            int base = at + 4 - at % 4;
            work.add(at + s4(base));
            int count = op == TABLESWITCH ? s4(base + 8) - s4(base + 4) + 1 : s4(base + 4);
            for (int i = 0; i < count; i++) {
                work.add(at + s4(op == TABLESWITCH ? base + 12 + 4 * i : base + 12 + 8 * i));
            }
        }
        boolean ends = op == 167 || op == 200 || op >= TABLESWITCH && op <= 177 || op == 191;
        if (!ends) {
            work.add(at + length(at));
        }
    }

    int length(int at) {
        int op = u1(at);
        if (op == TABLESWITCH || op == LOOKUPSWITCH) {
            int base = at + 4 - at % 4;
            return base - at + (op == TABLESWITCH ? 12 + 4 * (s4(base + 8) - s4(base + 4) + 1) : 8 + 8 * s4(base + 4));
        }
        if (op == WIDE) {
            return u1(at + 1) == IINC ? 6 : 4;
        }
        return "111111111111111123233".length() > op ? "111111111111111123233".charAt(op) - '0' : longer(op);
    }

    private static int longer(int op) {
        if (op <= 25 || op >= 54 && op <= 58 || op == 188) {
            return 2;
        }
        if (op == IINC || op >= 153 && op <= 168 || op >= 178 && op <= 184 || op == 187 || op == 189 || op == 192 || op == 193
                || op == 198 || op == 199) {
            return 3;
        }
        return op == 185 || op == 186 || op == 200 || op == 201 ? 5 : op == 197 ? 4 : op == 169 ? 2 : 1;
    }

    /** Follows all paths. */
    private void follow() {
        stacks = new String[code.length];
        stacks[0] = "";
        Deque<Integer> work = new ArrayDeque<>();
        work.add(0);
        while (!work.isEmpty()) {
            int at = work.pop();
            String after = after(at, stacks[at]);
            Deque<Integer> next = new ArrayDeque<>();
            addNext(at, next);
            enter(next, after, work);
            next.clear();
            addHandlers(at, next);
            enter(next, "A", work);
        }
    }

    private void enter(Deque<Integer> next, String stack, Deque<Integer> work) {
        for (int each : next) {
            if (stacks[each] == null) {
                stacks[each] = stack;
                work.add(each);
            }
        }
    }

    /** The stack after an instruction. */
    private String after(int at, String stack) {
        int op = u1(at);
        if (op == WIDE) {
            op = u1(at + 1);
        }
        String effect = EFFECTS[op];
        if (effect == null) {
            return op >= 87 && op <= 95 ? moved(op, stack) : byConstant(op, at, stack);
        }
        return popped(stack, effect.charAt(0) - '0') + effect.substring(1);
    }

    private static String popped(String stack, int count) {
        return stack.substring(0, stack.length() - count);
    }

    /** {@code pop}, {@code dup}, {@code swap} and their kin: by the slots that values take. */
    private static String moved(int op, String stack) {
        int top = op == 88 || op >= 92 && op <= 94 ? values(stack, 0, 2) : 1;
        if (op <= 88) {
            return popped(stack, top);
        }
        String moved = stack.substring(stack.length() - top);
        int below = op == 90 || op == 93 || op == 95 ? 1 : op == 91 || op == 94 ? values(stack, top, 2) : 0;
        String rest = popped(stack, top + below);
        String under = stack.substring(rest.length(), rest.length() + below);
        return op == 95 ? rest + moved + under : rest + moved + under + moved;
    }

    /** How many values take so many slots, below the first ones. */
    private static int values(String stack, int below, int slots) {
        char first = stack.charAt(stack.length() - 1 - below);
        return slots == 2 && (first == 'J' || first == 'D') ? 1 : slots;
    }

    private String byConstant(int op, int at, String stack) {
        switch (op) {
            case 18: return stack + constants.kind(u1(at + 1));
            case 19: case 20: return stack + constants.kind(u2(at + 1));
            case 178: return stack + kind(constants.descriptor(u2(at + 1)), 0);
            case 179: return popped(stack, 1);
            case 180: return popped(stack, 1) + kind(constants.descriptor(u2(at + 1)), 0);
            case 181: return popped(stack, 2);
            case 197: return popped(stack, u1(at + 3)) + "A";
            case 182: case 183: case 184: case 185: case 186: {
                String descriptor = constants.descriptor(u2(at + 1));
                int receiver = op == 184 || op == 186 ? 0 : 1;
                char result = kind(descriptor, descriptor.indexOf(')') + 1);
                return popped(stack, parameters(descriptor).length() + receiver) + (result == 'V' ? "" : result);
            }
            default: throw new IllegalStateException("an instruction that the JDK's classes do not have: " + op);
        }
    }

    private int u1(int at) {
        return code[at] & 0xff;
    }

    private int u2(int at) {
        return u1(at) << 8 | u1(at + 1);
    }

    private int s4(int at) {
        return u2(at) << 16 | u2(at + 2);
    }
}
