package jcp.runtime;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Bytes of one section, kept in chunks until the file is written. Little-endian; varints are unsigned LEB128. Large
 * primitive arrays are not copied but remembered, and written straight from the heap.
 */
final class Sink {
    private static final int CHUNK = 1 << 18;
    /** From this many bytes on an array is remembered instead of copied. */
    private static final int LARGE = 1 << 16;

    private final List<Object> pieces = new ArrayList<>();
    private byte[] chunk = new byte[CHUNK];
    private int used;
    private long length;

    private static final long BYTES = Access.arrayBase(byte[].class);

    private void room(int bytes) {
        if (used + bytes > chunk.length) {
            cut();
        }
    }

    private void cut() {
        if (used > 0) {
            pieces.add(used == chunk.length ? chunk : java.util.Arrays.copyOf(chunk, used));
            length += used;
            chunk = new byte[CHUNK];
            used = 0;
        }
    }

    void u1(int value) {
        room(1);
        chunk[used++] = (byte) value;
    }

    void varint(int value) {
        room(5);
        while ((value & ~0x7f) != 0) {
            chunk[used++] = (byte) (value | 0x80);
            value >>>= 7;
        }
        chunk[used++] = (byte) value;
    }

    void u2(short value) {
        room(2);
        Access.U.putShortUnaligned(chunk, BYTES + used, value);
        used += 2;
    }

    void u4(int value) {
        room(4);
        Access.U.putIntUnaligned(chunk, BYTES + used, value);
        used += 4;
    }

    void u8(long value) {
        room(8);
        Access.U.putLongUnaligned(chunk, BYTES + used, value);
        used += 8;
    }

    /** Text: length in bytes, then {@link Wtf8}. */
    void text(String text) {
        byte[] bytes = Wtf8.encode(text);
        varint(bytes.length);
        array(bytes, bytes.length);
    }

    void texts(String[] texts) {
        varint(texts.length);
        for (String text : texts) {
            u1(text == null ? 0 : 1);
            if (text != null) {
                text(text);
            }
        }
    }

    /** The content of a primitive array, as it lies in memory. */
    void array(Object array, long bytes) {
        if (bytes >= LARGE) {
            cut();
            pieces.add(array);
            length += bytes;
            return;
        }
        room((int) bytes);
        Access.U.copyMemory(array, Access.arrayBase(array.getClass()), chunk, BYTES + used, bytes);
        used += (int) bytes;
    }

    /** How many bytes were put. */
    long length() {
        return length + used;
    }

    /** Writes everything; returns the CRC32C. */
    int write(FileChannel file) throws IOException {
        cut();
        ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 20).order(ByteOrder.LITTLE_ENDIAN);
        long address = (Long) Access.getField(buffer, java.nio.Buffer.class, "address");
        CRC32C crc = new CRC32C();
        for (Object piece : pieces) {
            long bytes = bytes(piece);
            long base = Access.arrayBase(piece.getClass());
            for (long done = 0; done < bytes; ) {
                long step = Math.min(bytes - done, buffer.remaining());
                Access.U.copyMemory(piece, base + done, null, address + buffer.position(), step);
                buffer.position(buffer.position() + (int) step);
                done += step;
                if (!buffer.hasRemaining()) {
                    flush(buffer, crc, file);
                }
            }
        }
        flush(buffer, crc, file);
        return (int) crc.getValue();
    }

    private static void flush(ByteBuffer buffer, CRC32C crc, FileChannel file) throws IOException {
        buffer.flip();
        crc.update(buffer.duplicate());
        while (buffer.hasRemaining()) {
            file.write(buffer);
        }
        buffer.clear();
    }

    private static long bytes(Object array) {
        return (long) java.lang.reflect.Array.getLength(array) * Access.arrayScale(array.getClass());
    }
}
