package jcp.runtime.format;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.util.zip.CRC32C;
import jcp.runtime.jvm.Access;

/**
 * A part of a checkpoint file in memory outside the heap: read, or mapped if it is large. Mapping needs channels, for which
 * the JDK links classes, and newer ones make code, that the program may be the first to need; the original took identity
 * hashes for them then.
 */
public final class Window {
    private static final long ADDRESS = Access.offset(java.nio.Buffer.class, "address");
    /**
     * So many bytes at once are read of a part that is not mapped: the steps are few, as the JVM still interprets them, and the
     * bytes are in the processor's cache while the JDK's native code and this one copy them on.
     */
    private static final int PIECE = 1 << 18;

    final long address;
    final int size;
    /** Keeps the mapping; null if it is read. */
    private final MappedByteBuffer mapping;
    /** Whether the memory is that of a {@link CheckedCopy}. */
    private final boolean isPart;

    private Window(long address, int size, MappedByteBuffer mapping, boolean isPart) {
        this.address = address;
        this.size = size;
        this.mapping = mapping;
        this.isPart = isPart;
    }

    /** Memory that somebody else gives back; takes its first {@code summed} bytes into the checksum. */
    static Window part(long address, int size, CRC32C crc, int summed) {
        byte[] piece = new byte[Math.min(PIECE, summed)];
        for (int at = 0; at < summed; at += piece.length) {
            int step = Math.min(piece.length, summed - at);
            Access.U.copyMemory(null, address + at, piece, Access.arrayBase(byte[].class), step);
            crc.update(piece, 0, step);
        }
        return new Window(address, size, null, true);
    }

    /** Maps it, and takes its first {@code summed} bytes into the checksum. */
    static Window mapped(RandomAccessFile file, long offset, int size, CRC32C crc, int summed) throws IOException {
        MappedByteBuffer mapping = file.getChannel().map(FileChannel.MapMode.READ_ONLY, offset, size);
        crc.update((ByteBuffer) mapping.duplicate().limit(summed));
        return new Window(Access.U.getLong(mapping, ADDRESS), size, mapping, false);
    }

    /** Reads it, and takes its first {@code summed} bytes into the checksum. */
    static Window read(RandomAccessFile file, long offset, int size, CRC32C crc, int summed) throws IOException {
        Window window = new Window(Access.U.allocateMemory(Math.max(1, size)), size, null, false);
        try {
            byte[] piece = new byte[Math.min(PIECE, size)];
            file.seek(offset);
            for (int at = 0; at < size; ) {
                int got = file.read(piece, 0, Math.min(piece.length, size - at));
                if (got < 0) {
                    throw new IOException("the checkpoint file became shorter while jcp read it; start the replay again");
                }
                Access.U.copyMemory(piece, Access.arrayBase(byte[].class), null, window.address + at, got);
                crc.update(piece, 0, Math.max(0, Math.min(got, summed - at)));
                at += got;
            }
            return window;
        } catch (IOException e) {
            window.free();
            throw e;
        }
    }

    /** Gives the memory back; nothing may be read any more. */
    void free() {
        if (mapping != null) {
            Access.U.invokeCleaner(mapping);
        } else if (!isPart) {
            Access.U.freeMemory(address);
        }
    }
}
