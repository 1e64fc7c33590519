package jcp.runtime.below;

import jcp.runtime.format.Sink;
import jcp.runtime.format.Source;
import jcp.runtime.frames.Arguments;

/**
 * The values with which a root below main was entered: of its receiver and arguments those that are primitive, boxed, strings or
 * constants of enums, bit by bit. They are the program's inputs to what the replay skips, so a replay with others is refused. What
 * other objects hold is left out: times and counters there differ from run to run.
 */
final class RootValues {
    /** How much of a text is shown. */
    private static final int SHOWN = 60;

    private final String kinds;
    private final long[] bits;
    private final String[] texts;
    /** Without a receiver. */
    private final int parameters;

    /** {@code descriptor}: of the root. */
    RootValues(Arguments arguments, String descriptor) {
        this(arguments.kinds(), arguments.bits(), arguments.texts(), parameters(descriptor));
    }

    private RootValues(String kinds, long[] bits, String[] texts, int parameters) {
        this.kinds = kinds;
        this.bits = bits;
        this.texts = texts;
        this.parameters = parameters;
    }

    void write(Sink out) {
        out.text(kinds);
        out.texts(texts);
        for (long each : bits) {
            out.u8(each);
        }
    }

    private static RootValues read(Source in) {
        String kinds = in.text();
        String[] texts = in.texts();
        long[] bits = new long[texts.length];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = in.u8();
        }
        if (kinds.length() != bits.length) {
            throw in.damaged("values of the first method's arguments");
        }
        return new RootValues(kinds, bits, texts, 0);
    }

    /** How these values differ from the captured ones, which are read; null if they are the same. */
    String difference(Source in) {
        RootValues captured = read(in);
        if (kinds.length() != captured.kinds.length()) {
            return "the method has other arguments";
        }
        for (int i = 0; i < bits.length; i++) {
            boolean same = kinds.charAt(i) == captured.kinds.charAt(i) && bits[i] == captured.bits[i] && texts[i].equals(captured.texts[i]);
            if (!same) {
                int number = i + 1 - (bits.length - parameters);
                return (number == 0 ? "the receiver" : "argument " + number) + " is " + shown(i, captured) + ", and was " + captured.shown(i, this);
            }
        }
        return null;
    }

    private static int parameters(String descriptor) {
        int count = 0;
        for (int at = 1; descriptor.charAt(at) != ')'; at++) {
            while (descriptor.charAt(at) == '[') {
                at++;
            }
            if (descriptor.charAt(at) == 'L') {
                at = descriptor.indexOf(';', at);
            }
            count++;
        }
        return count;
    }

    /** From where the texts begin to differ, if that lies far behind. */
    private String shown(int i, RootValues other) {
        switch (kinds.charAt(i)) {
            case 'L': return "another object or null";
            case 'E': return texts[i];
            case 'S': return shortened(texts[i], other.texts[i]);
            case 'F':
            case 'f': return String.valueOf(Float.intBitsToFloat((int) bits[i]));
            case 'D':
            case 'd': return String.valueOf(Double.longBitsToDouble(bits[i]));
            default: return String.valueOf(bits[i]);
        }
    }

    /** The text, from where the other one begins to differ. */
    static String shortened(String text, String other) {
        int same = 0;
        while (same < text.length() && same < other.length() && text.charAt(same) == other.charAt(same)) {
            same++;
        }
        int from = same < SHOWN / 2 ? 0 : same - SHOWN / 2;
        int to = Math.min(text.length(), from + SHOWN);
        return (from > 0 ? "…" : "") + '"' + text.substring(from, to) + '"' + (to < text.length() ? "…" : "");
    }
}
