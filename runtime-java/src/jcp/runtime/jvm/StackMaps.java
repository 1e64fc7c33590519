package jcp.runtime.jvm;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The stack maps of a method's code (JVMS 4.7.4): read, and written anew for code that is shifted and has some more. JDK 25 verifies classes that are
 * changed, the JDK's own, too.
 *
 * <p>Invariant: the maps are in the order of their places. All are written as full frames.
 */
final class StackMaps {
    static final String NAME = "StackMapTable";
    private static final int FULL = 255;
    private static final int OBJECT = 7;
    private static final int UNFINISHED = 8;
    /** By tag. */
    private static final String[] PLAIN = {FrameTypes.TOP, "I", "F", "D", "J", FrameTypes.NULL, FrameTypes.THIS};

    private final Constants constants;
    /** The class. */
    final String own;
    /** At the method's start. */
    final FrameTypes first = new FrameTypes();
    private final List<Integer> places = new ArrayList<>();
    private final List<FrameTypes> frames = new ArrayList<>();
    private ByteBuffer in;

    /** {@code of}: the method's class, name and descriptor. */
    StackMaps(Constants constants, String[] of, boolean isStatic) {
        this.constants = constants;
        own = of[0];
        if (!isStatic) {
            first.setLocal(0, of[1].equals("<init>") ? FrameTypes.THIS : FrameTypes.CLASS + own);
        }
        for (int at = 1; of[2].charAt(at) != ')'; at++) {
            first.setLocal(first.locals.size(), FrameTypes.of(of[2], at));
            while (of[2].charAt(at) == '[') {
                at++;
            }
            at = of[2].charAt(at) == 'L' ? of[2].indexOf(';', at) : at;
        }
    }

    int count() {
        return places.size();
    }

    int place(int i) {
        return places.get(i);
    }

    FrameTypes frame(int i) {
        return frames.get(i);
    }

    /** Reads the attribute whose content is there. */
    void read(byte[] file, int at) {
        in = ByteBuffer.wrap(file);
        in.position(at);
        FrameTypes now = first;
        int place = -1;
        for (int n = u2(); n > 0; n--) {
            now = now.copy();
            place += 1 + next(now);
            places.add(place);
            frames.add(now);
        }
    }

    /** Takes the other ones, of the same code in another file; if there are none, the types at its places are not known. */
    void take(StackMaps other) {
        if (other == null || other.count() == 0) {
            throw new IllegalStateException("the JVM does not tell the types in a method of " + own.replace('/', '.'));
        }
        places.addAll(other.places);
        frames.addAll(other.frames);
    }

    /** Reads one frame; the distance from the one before. */
    private int next(FrameTypes now) {
        int kind = in.get() & 0xff;
        now.stack.clear();
        if (kind < 64) {
            return kind;
        }
        if (kind < 128) {
            now.stack.add(type());
            return kind - 64;
        }
        int delta = u2();
        if (kind == 247) {
            now.stack.add(type());
        } else if (kind < FULL && kind > 251) {
            addLocals(now, kind - 251);
        } else if (kind == FULL) {
            now.locals.clear();
            addLocals(now, u2());
            for (int n = u2(); n > 0; n--) {
                now.stack.add(type());
            }
        } else {
            chop(now, 251 - kind);
        }
        return delta;
    }

    private void addLocals(FrameTypes now, int count) {
        for (int n = count; n > 0; n--) {
            now.setLocal(now.locals.size(), type());
        }
    }

    private static void chop(FrameTypes now, int count) {
        for (int n = count; n > 0; n--) {
            int last = now.locals.size() - 1;
            now.locals.remove(last);
            if (last > 0 && FrameTypes.isTwo(now.locals.get(last - 1))) {
                now.locals.remove(last - 1);
            }
        }
    }

    private String type() {
        int tag = in.get();
        return tag == OBJECT ? FrameTypes.CLASS + constants.className(u2())
            : tag == UNFINISHED ? String.valueOf(FrameTypes.NEW) + u2() : PLAIN[tag];
    }

    private int u2() {
        return in.getShort() & 0xffff;
    }

    /** Code is put before the method's. {@code added}: the maps at places in it, in order. */
    void shift(int by, List<Integer> added, List<FrameTypes> with) {
        for (int i = 0; i < places.size(); i++) {
            places.set(i, places.get(i) + by);
        }
        for (FrameTypes frame : frames) {
            shift(frame.locals, by);
            shift(frame.stack, by);
        }
        places.addAll(0, added);
        frames.addAll(0, with);
    }

    private static void shift(List<String> types, int by) {
        for (int i = 0; i < types.size(); i++) {
            if (types.get(i).charAt(0) == FrameTypes.NEW) {
                types.set(i, String.valueOf(FrameTypes.NEW) + (Integer.parseInt(types.get(i).substring(1)) + by));
            }
        }
    }

    /** Adds a map, if there is none. */
    void add(int place, FrameTypes frame) {
        int i = 0;
        while (i < places.size() && places.get(i) < place) {
            i++;
        }
        if (i == places.size() || places.get(i) != place) {
            places.add(i, place);
            frames.add(i, frame);
        }
    }

    /** The attribute's content. */
    byte[] written() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        put2(out, places.size());
        int last = -1;
        for (int i = 0; i < places.size(); i++) {
            out.write(FULL);
            put2(out, places.get(i) - last - 1);
            last = places.get(i);
            List<String> locals = new ArrayList<>();
            List<String> slots = frames.get(i).locals;
            for (int slot = 0; slot < slots.size(); slot += FrameTypes.isTwo(slots.get(slot)) ? 2 : 1) {
                locals.add(slots.get(slot));
            }
            write(out, locals);
            write(out, frames.get(i).stack);
        }
        return out.toByteArray();
    }

    private void write(ByteArrayOutputStream out, List<String> types) {
        put2(out, types.size());
        for (String type : types) {
            if (type.charAt(0) == FrameTypes.CLASS) {
                out.write(OBJECT);
                put2(out, constants.addClass(type.substring(1)));
            } else if (type.charAt(0) == FrameTypes.NEW) {
                out.write(UNFINISHED);
                put2(out, Integer.parseInt(type.substring(1)));
            } else {
                int tag = 0;
                while (!PLAIN[tag].equals(type)) {
                    tag++;
                }
                out.write(tag);
            }
        }
    }

    private static void put2(ByteArrayOutputStream to, int number) {
        to.write(number >>> 8);
        to.write(number);
    }
}
