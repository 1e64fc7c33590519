package jcp.runtime.jvm;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** The constants of a class file (JVMS 4.4): what is asked of them, and those that are added behind them. */
final class Constants {
    private static final int COUNT = 8;
    private static final int UTF8 = 1;
    private static final int CLASS = 7;
    private static final int METHOD = 10;
    private static final int NAME_AND_TYPE = 12;

    private final ByteBuffer in;
    /** Where each is; 0 where there is none. */
    private final int[] places;
    /** Where they end. */
    final int end;
    private final ByteArrayOutputStream added = new ByteArrayOutputStream();
    private int count;
    /** Added classes, by name. */
    private final Map<String, Integer> classes = new HashMap<>();

    Constants(byte[] file) {
        in = ByteBuffer.wrap(file);
        count = in.getShort(COUNT) & 0xffff;
        places = new int[count];
        int next = COUNT + 2;
        for (int i = 1; i < count; i++) {
            places[i] = next;
            int tag = in.get(next);
            next += size(next, tag);
            if (tag == 5 || tag == 6) { // long and double take two numbers
                i++;
            }
        }
        end = next;
    }

    private int size(int at, int tag) {
        switch (tag) {
            case UTF8: return 3 + (in.getShort(at + 1) & 0xffff);
            case 5: case 6: return 9;
            case CLASS: case 8: case 16: case 19: case 20: return 3;
            case 15: return 4;
            default: return 5;
        }
    }

    private int number(int at) {
        return in.getShort(at) & 0xffff;
    }

    String text(int constant) {
        byte[] bytes = new byte[number(places[constant] + 1)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = in.get(places[constant] + 3 + i);
        }
        return ModifiedUtf8.text(bytes, 0, bytes.length);
    }

    /** The descriptor of a member, or of what is computed when it is first used. */
    String descriptor(int constant) {
        return text(number(places[number(places[constant] + 3)] + 3));
    }

    /** The name of a class, or the descriptor of an array. */
    String className(int constant) {
        return text(number(places[constant] + 1));
    }

    /** The verifier's type of a loadable constant ({@link FrameTypes}). */
    String type(int constant) {
        switch (in.get(places[constant])) {
            case 3: return "I";
            case 4: return "F";
            case 5: return "J";
            case 6: return "D";
            case 7: return FrameTypes.CLASS + "java/lang/Class";
            case 8: return FrameTypes.CLASS + "java/lang/String";
            case 15: return FrameTypes.CLASS + "java/lang/invoke/MethodHandle";
            case 16: return FrameTypes.CLASS + "java/lang/invoke/MethodType";
            default: return FrameTypes.of(descriptor(constant), 0);
        }
    }

    private int add(int tag, int... numbers) {
        added.write(tag);
        for (int number : numbers) {
            added.write(number >>> 8);
            added.write(number);
        }
        return count++;
    }

    int addText(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int constant = add(UTF8, bytes.length);
        added.write(bytes, 0, bytes.length);
        return constant;
    }

    /** By its internal name, or the descriptor of an array. */
    int addClass(String name) {
        Integer known = classes.get(name);
        if (known == null) {
            known = add(CLASS, addText(name));
            classes.put(name, known);
        }
        return known;
    }

    int addMethod(int type, String name, String descriptor) {
        int named = add(NAME_AND_TYPE, addText(name), addText(descriptor));
        return add(METHOD, type, named);
    }

    /** How many there are now, and one more. */
    int count() {
        return count;
    }

    byte[] added() {
        return added.toByteArray();
    }
}
