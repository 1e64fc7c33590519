package jcp.runtime.frames;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Receiver and arguments with which a root below main was entered: the references, and of each argument the value that tells two
 * runs apart. A value is a kind, bits and a text: of primitive types (I, J, F, D) and boxed ones (i, j, f, d) the bits, of a string (S)
 * and an enum constant (E) the text; of other references (L) nothing. What was boxed or is a primitive type is not asked here, since
 * the classes of objects are compared anyway.
 *
 * <p>Keeps the references, so whoever holds this longer than the entry takes {@link #kinds}, {@link #bits} and {@link #texts} alone: the
 * texts are strings of their own, which keep no object of the program alive.
 */
public final class Arguments {
    /** The references among them, the receiver's first. */
    public final List<Object> references = new ArrayList<>();
    private char[] kinds = new char[4];
    private long[] bits = new long[4];
    private String[] texts = new String[4];
    private int count;

    void add(Object value) {
        references.add(value);
        if (value instanceof String) {
            add('S', 0, (String) value);
        } else if (value instanceof Enum) {
            add('E', 0, ((Enum<?>) value).name());
        } else if (value instanceof Float) {
            add('f', Float.floatToRawIntBits((Float) value));
        } else if (value instanceof Double) {
            add('d', Double.doubleToRawLongBits((Double) value));
        } else if (value instanceof Integer || value instanceof Long || value instanceof Short || value instanceof Byte) {
            add(value instanceof Long ? 'j' : 'i', ((Number) value).longValue());
        } else if (value instanceof Character) {
            add('i', (Character) value);
        } else if (value instanceof Boolean) {
            add('i', (Boolean) value ? 1 : 0);
        } else {
            add('L', 0);
        }
    }

    void add(char kind, long value) {
        add(kind, value, "");
    }

    private void add(char kind, long value, String text) {
        if (count == kinds.length) {
            kinds = Arrays.copyOf(kinds, 2 * count);
            bits = Arrays.copyOf(bits, 2 * count);
            texts = Arrays.copyOf(texts, 2 * count);
        }
        kinds[count] = kind;
        bits[count] = value;
        texts[count++] = new String(text);
    }

    /** One letter for each. */
    public String kinds() {
        return new String(kinds, 0, count);
    }

    /** Of each the value's bits, or 0. */
    public long[] bits() {
        return Arrays.copyOf(bits, count);
    }

    /** Of each the text, or an empty one. */
    public String[] texts() {
        return Arrays.copyOf(texts, count);
    }
}
