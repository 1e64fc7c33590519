package jcp.runtime.jvm;

import java.util.ArrayList;
import java.util.List;

/**
 * The verifier's types (JVMS 4.10.1.2) of the locals and the operand stack at an instruction. A type is a text: I, J, F, D; {@link #TOP};
 * {@link #NULL}; {@link #THIS}, an object whose constructor has not called another one; {@link #NEW} with the place of the instruction that made an object
 * under construction; else the name of a class as a constant has it, behind {@link #CLASS}.
 *
 * <p>Invariants: {@code locals} has a type for each slot, TOP for the second one of a long; {@code stack} has one for each value.
 */
final class FrameTypes {
    static final String TOP = "T";
    static final String NULL = "N";
    static final String THIS = "U";
    static final char NEW = '+';
    static final char CLASS = ':';

    final List<String> locals = new ArrayList<>();
    final List<String> stack = new ArrayList<>();

    FrameTypes copy() {
        FrameTypes copy = new FrameTypes();
        copy.locals.addAll(locals);
        copy.stack.addAll(stack);
        return copy;
    }

    String local(int slot) {
        return slot < locals.size() ? locals.get(slot) : TOP;
    }

    void setLocal(int slot, String type) {
        boolean two = isTwo(type);
        while (locals.size() < slot + (two ? 2 : 1)) {
            locals.add(TOP);
        }
        if (slot > 0 && isTwo(locals.get(slot - 1))) {
            locals.set(slot - 1, TOP);
        }
        locals.set(slot, type);
        if (two) {
            locals.set(slot + 1, TOP);
        }
    }

    String pop() {
        return stack.remove(stack.size() - 1);
    }

    void pop(int count) {
        for (int i = 0; i < count; i++) {
            pop();
        }
    }

    /** The object under construction is made. */
    void made(String type, String as) {
        for (List<String> all : List.of(locals, stack)) {
            for (int i = 0; i < all.size(); i++) {
                if (all.get(i).equals(type)) {
                    all.set(i, as);
                }
            }
        }
    }

    static boolean isTwo(String type) {
        return type.equals("J") || type.equals("D");
    }

    /** Whether no constructor of the object has returned yet. */
    static boolean isUnfinished(String type) {
        return type.equals(THIS) || type.charAt(0) == NEW;
    }

    /** Of a type that is not TOP. */
    static char kind(String type) {
        return "IJFD".indexOf(type.charAt(0)) >= 0 ? type.charAt(0) : 'A';
    }

    /** The type of what the descriptor has there; null for none. */
    static String of(String descriptor, int at) {
        char type = descriptor.charAt(at);
        if (type == 'V') {
            return null;
        }
        if ("ZBCSI".indexOf(type) >= 0) {
            return "I";
        }
        int end = at;
        while (descriptor.charAt(end) == '[') {
            end++;
        }
        end = descriptor.charAt(end) == 'L' ? descriptor.indexOf(';', end) : end;
        return type == '[' ? CLASS + descriptor.substring(at, end + 1)
            : type == 'L' ? CLASS + descriptor.substring(at + 1, end) : String.valueOf(type);
    }

    /** What an array of the type has. */
    static String element(String array) {
        return array.charAt(0) == CLASS && array.length() > 2 && array.charAt(1) == '[' ? of(array, 2) : NULL;
    }
}
