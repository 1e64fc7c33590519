package jcp.runtime.jvm;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The instructions of a method's code (JVMS 6.5): how long they are, where they go on, and which locals are read after one, with their kinds.
 * A kind is I, J, F, D, or A for references. A local is live if on some path an instruction reads it before one writes it.
 *
 * <p>Left out: {@code jsr} and {@code ret}, which the JDK's classes do not have.
 */
final class MethodCode {
    private static final String KINDS = "IJFDA";
    private static final int WIDE = 196;
    private static final int IINC = 132;
    private static final int TABLESWITCH = 170;
    private static final int LOOKUPSWITCH = 171;

    private final byte[] code;
    private final Constants constants;
    /** For each handler its range, where it is, and its type's constant. */
    private final int[][] handlers;
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

    /** Whether instructions are reached in another way than from the one before. */
    boolean branches() {
        for (int at = 0; at < code.length; at += length(at)) {
            int op = u1(at);
            if (op >= 153 && op <= 167 || op == TABLESWITCH || op == LOOKUPSWITCH || op >= 198 && op <= 200) {
                return true;
            }
        }
        return handlers.length > 0;
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

    boolean writes(int local, int at) {
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

    int u1(int at) {
        return code[at] & 0xff;
    }

    int u2(int at) {
        return u1(at) << 8 | u1(at + 1);
    }

    private int s4(int at) {
        return u2(at) << 16 | u2(at + 2);
    }
}
