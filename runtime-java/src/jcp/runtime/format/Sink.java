package jcp.runtime.format;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.HashGenerator;
import jcp.runtime.report.Progress;

/**
 * Bytes of one section: kept in chunks until the file is written, or, for the large sections, written through to a file as
 * they come, so that capturing needs no memory of the size of the graph. Little-endian; varints are unsigned LEB128.
 */
public final class Sink {
    private static final int CHUNK = 1 << 16;
    /** The first piece that is written through, and the largest: they grow, so that the JVM has seen some end when it compiles this. */
    private static final int FIRST = 1 << 13;
    private static final int LARGEST = 1 << 20;
    public static final long BYTES = Access.arrayBase(byte[].class);

    private final CheckpointOutput through;
    private final boolean kept;
    private final Progress progress;
    /** None for a section that nobody reads: making one links its class, which takes a hash ({@link HashGenerator}). */
    private final CRC32C crc;
    private final List<byte[]> pieces = new ArrayList<>();
    private byte[] chunk;
    private int used;
    private long length;

    /** A section that is kept in memory. */
    public Sink() {
        this(null, true, null);
    }

    /** A section that is written through to a file. */
    public Sink(CheckpointOutput through, Progress progress) {
        this(through, false, progress);
    }

    /** One that nobody reads. */
    public static Sink dropped() {
        return new Sink(null, false, null);
    }

    private Sink(CheckpointOutput through, boolean kept, Progress progress) {
        this.through = through;
        this.kept = kept;
        this.progress = progress;
        crc = kept || through != null ? new CRC32C() : null;
        chunk = new byte[through == null ? CHUNK : FIRST];
    }

    private void room(int bytes) {
        if (used + bytes > chunk.length) {
            cut();
        }
    }

    private void cut() {
        if (used == 0) {
            return;
        }
        length += used;
        if (crc != null) {
            crc.update(chunk, 0, used);
        }
        if (kept) {
            pieces.add(java.util.Arrays.copyOf(chunk, used));
        } else if (through != null) {
            try {
                through.write(chunk, 0, used);
                progress.at(length >> 20, 0, "MiB");
                if (chunk.length < LARGEST) {
                    chunk = new byte[chunk.length * 2];
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        used = 0;
    }

    public void u1(int value) {
        room(1);
        chunk[used++] = (byte) value;
    }

    public void varint(int value) {
        room(5);
        if ((value & ~0x7f) == 0) {
            chunk[used++] = (byte) value;
            return;
        }
        while ((value & ~0x7f) != 0) {
            chunk[used++] = (byte) (value | 0x80);
            value >>>= 7;
        }
        chunk[used++] = (byte) value;
    }

    public void u2(short value) {
        room(2);
        Access.U.putShortUnaligned(chunk, BYTES + used, value);
        used += 2;
    }

    public void u4(int value) {
        room(4);
        Access.U.putIntUnaligned(chunk, BYTES + used, value);
        used += 4;
    }

    public void u8(long value) {
        room(8);
        Access.U.putLongUnaligned(chunk, BYTES + used, value);
        used += 8;
    }

    /** Pieces of an object, each of 1, 2, 4 or 8 bytes: its primitive fields. */
    public void fields(Object object, byte[] sizes, long[] offsets) {
        for (int i = 0; i < sizes.length; i++) {
            long offset = offsets[i];
            switch (sizes[i]) {
                case 1: u1(Access.U.getByte(object, offset)); break;
                case 2: u2(Access.U.getShort(object, offset)); break;
                case 4: u4(Access.U.getInt(object, offset)); break;
                default: u8(Access.U.getLongUnaligned(object, offset));
            }
        }
    }

    /** Text: length in bytes, then {@link Wtf8}. */
    public void text(String text) {
        byte[] bytes = Wtf8.encode(text);
        varint(bytes.length);
        array(bytes, BYTES, bytes.length);
    }

    public void texts(String[] texts) {
        varint(texts.length);
        for (String text : texts) {
            u1(text == null ? 0 : 1);
            if (text != null) {
                text(text);
            }
        }
    }

    /** The content of a primitive array, as it lies in memory from {@code base} on. */
    public void array(Object array, long base, long bytes) {
        for (long done = 0; done < bytes; ) {
            if (used == chunk.length) {
                cut();
            }
            long step = Math.min(bytes - done, chunk.length - used);
            Access.U.copyMemory(array, base + done, chunk, BYTES + used, step);
            used += (int) step;
            done += step;
        }
    }

    /** How many bytes were put. */
    long length() {
        return length + used;
    }

    /** The checksum of all that was put; what is written through is in its file then. */
    int finish() {
        cut();
        return (int) crc.getValue();
    }

    /** Writes a section that was kept in memory; to be called after {@link #finish}. */
    void writeTo(CheckpointOutput file) throws IOException {
        for (byte[] piece : pieces) {
            file.write(piece);
        }
    }
}
