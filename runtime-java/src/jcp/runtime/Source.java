package jcp.runtime;

import java.nio.MappedByteBuffer;

/** Reads what a {@link Sink} wrote, from a mapped section; every read is checked against the section's end. */
final class Source {
    private final MappedByteBuffer buffer; // keeps the mapping
    private final String name;
    private final long end;
    private long at;

    Source(MappedByteBuffer buffer, String name) {
        this.buffer = buffer;
        this.name = name;
        at = (Long) Access.getField(buffer, java.nio.Buffer.class, "address");
        end = at + buffer.capacity();
    }

    private long take(long bytes) {
        if (bytes < 0 || bytes > end - at) {
            throw new IllegalStateException("the checkpoint file is damaged: section " + name + " ends early");
        }
        long place = at;
        at += bytes;
        return place;
    }

    int u1() {
        return Access.U.getByte(take(1)) & 0xff;
    }

    short u2() {
        return Access.U.getShortUnaligned(null, take(2));
    }

    int u4() {
        return Access.U.getIntUnaligned(null, take(4));
    }

    long u8() {
        return Access.U.getLongUnaligned(null, take(8));
    }

    int varint() {
        int value = 0;
        for (int shift = 0; shift < 35; shift += 7) {
            int part = u1();
            value |= (part & 0x7f) << shift;
            if (part < 0x80) {
                return value;
            }
        }
        throw new IllegalStateException("the checkpoint file is damaged: a number in section " + name + " is too long");
    }

    /** A varint that must lie below {@code limit}. */
    int varint(int limit) {
        int value = varint();
        if (value < 0 || value >= limit) {
            throw new IllegalStateException(
                    "the checkpoint file is damaged: " + value + " in section " + name + ", at most " + (limit - 1));
        }
        return value;
    }

    String text() {
        int length = varint();
        byte[] bytes = new byte[checked(length)];
        array(bytes, Sink.BYTES, length);
        return Wtf8.decode(bytes);
    }

    String[] texts() {
        String[] texts = new String[checked(varint())];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = u1() == 0 ? null : text();
        }
        return texts;
    }

    /** A length in elements of at least one byte each: nothing larger than the section is allocated. */
    int checked(int length) {
        if (length < 0 || length > end - at) {
            throw new IllegalStateException("the checkpoint file is damaged: section " + name + " ends early");
        }
        return length;
    }

    boolean atEnd() {
        return at == end;
    }

    /** Fills a primitive array whose elements start at {@code base}. */
    void array(Object array, long base, long bytes) {
        Access.U.copyMemory(null, take(bytes), array, base, bytes);
    }
}
