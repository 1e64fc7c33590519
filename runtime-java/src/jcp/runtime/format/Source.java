package jcp.runtime.format;

import jcp.runtime.jvm.Access;

/**
 * Reads what a {@link Sink} wrote, from a section of the file in memory; every read is checked against the section's end.
 *
 * <p>A section larger than a buffer may be has several windows, each of which reaches {@link #OVERLAP} bytes into the next:
 * the place moves on to that one when the first does not have all that is wanted, so that no number is ever cut.
 */
public final class Source {
    /** No more than this is ever taken at once, but for the content of arrays. */
    static final int OVERLAP = 1 << 10;

    private final Window[] windows;
    private final String name;
    /** Where windows begin, in the section: each so much after the one before. */
    private final long stride;
    private final long length;
    private int window;
    private long end;
    private long at;

    Source(Window[] windows, long stride, String name) {
        this.windows = windows;
        this.name = name;
        this.stride = stride;
        length = (windows.length - 1) * stride + windows[windows.length - 1].size;
        open(0, 0);
    }

    private void open(int number, long offset) {
        window = number;
        long start = windows[number].address;
        at = start + offset;
        end = start + windows[number].size;
    }

    private long take(int bytes) {
        long place = at;
        if (bytes > end - place) {
            return moveOn(bytes);
        }
        at = place + bytes;
        return place;
    }

    /** Takes from the next window what this one does not have. */
    private long moveOn(int bytes) {
        if (bytes < 0 || window == windows.length - 1 || bytes > left()) {
            throw damaged("it ends early");
        }
        open(window + 1, at - windows[window].address - stride);
        return take(bytes);
    }

    public IllegalStateException damaged(String how) {
        return new IllegalStateException("the checkpoint file is damaged: section " + name + ": " + how + "; capture again");
    }

    /** How many bytes there are from here on. */
    private long left() {
        return length - window * stride - (at - windows[window].address);
    }

    public int u1() {
        return Access.U.getByte(take(1)) & 0xff;
    }

    public short u2() {
        return Access.U.getShortUnaligned(null, take(2));
    }

    public int u4() {
        return Access.U.getIntUnaligned(null, take(4));
    }

    public long u8() {
        return Access.U.getLongUnaligned(null, take(8));
    }

    public int varint() {
        long place = at;
        if (end - place < 4) {
            return varintFrom(0, 0);
        }
        int four = Access.U.getIntUnaligned(null, place, false); // in one go: most numbers have no more bytes
        if ((four & 0x80) == 0) {
            at = place + 1;
            return four & 0x7f;
        }
        int value = four & 0x7f | four >>> 1 & 0x7f << 7;
        if ((four & 0x80_00) == 0) {
            at = place + 2;
            return value;
        }
        value |= four >>> 2 & 0x7f << 14;
        at = place + 3;
        return (four & 0x80_00_00) == 0 ? value : varintFrom(value, 21);
    }

    /** The rest of a number, of which so many bits are read. */
    private int varintFrom(int read, int bits) {
        int value = read;
        for (int shift = bits; shift < 35; shift += 7) {
            int part = Access.U.getByte(take(1));
            value |= (part & 0x7f) << shift;
            if (part >= 0) {
                return value;
            }
        }
        throw damaged("a number is too long");
    }

    /** A varint that must lie below {@code limit}. */
    public int varint(int limit) {
        int value = varint();
        if (value < 0 || value >= limit) {
            throw damaged(value + " exceeds the limit " + (limit - 1));
        }
        return value;
    }

    public String text() {
        int bytes = checked(varint());
        byte[] text = new byte[bytes];
        array(text, Sink.BYTES, bytes);
        return Wtf8.decode(text);
    }

    public String[] texts() {
        String[] texts = new String[checked(varint())];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = u1() == 0 ? null : text();
        }
        return texts;
    }

    /** A length in elements of at least one byte each: nothing larger than the section is allocated. */
    public int checked(int elements) {
        checked((long) elements);
        return elements;
    }

    /** A length in bytes. */
    public void checked(long bytes) {
        if (bytes < 0 || bytes > end - at && bytes > left()) {
            throw damaged("it ends early");
        }
    }

    public boolean atEnd() {
        return left() == 0;
    }

    /** What {@link Sink#fields} wrote; {@code bytes}: the sum of the sizes. */
    public void fields(Object object, byte[] sizes, long[] offsets, int bytes) {
        boolean whole = bytes <= OVERLAP;
        long place = whole ? take(bytes) : 0;
        for (int i = 0; i < sizes.length; i++) {
            int size = sizes[i];
            put(object, offsets[i], size, whole ? place : take(size));
            place += size;
        }
    }

    private static void put(Object object, long offset, int size, long from) {
        switch (size) {
            case 1: Access.U.putByte(object, offset, Access.U.getByte(from)); break;
            case 2: Access.U.putShortUnaligned(object, offset, Access.U.getShortUnaligned(null, from)); break;
            case 4: Access.U.putIntUnaligned(object, offset, Access.U.getIntUnaligned(null, from)); break;
            default: Access.U.putLongUnaligned(object, offset, Access.U.getLongUnaligned(null, from));
        }
    }

    /** Fills a primitive array whose elements start at {@code base}. */
    public void array(Object array, long base, long bytes) {
        checked(bytes);
        for (long done = 0; done < bytes; ) {
            if (at == end) {
                moveOn(0);
            }
            long step = Math.min(bytes - done, end - at);
            Access.U.copyMemory(null, at, array, base + done, step);
            at += step;
            done += step;
        }
    }
}
