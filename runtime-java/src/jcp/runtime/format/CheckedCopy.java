package jcp.runtime.format;

import java.io.IOException;
import java.io.RandomAccessFile;
import jcp.runtime.jvm.Access;

/**
 * A checkpoint file in memory outside the heap, whose HMAC was right: whoever may write the file may do so after it was checked, so
 * that what is used are the bytes that were. Made only where there is a {@link Key}.
 */
public final class CheckedCopy {
    private static final int PIECE = 1 << 18;

    private final long address;
    private final long size;

    private CheckedCopy(long address, long size) {
        this.address = address;
        this.size = size;
    }

    /** Reads the file; null if the HMAC in its last bytes is not that of all before them. */
    static CheckedCopy of(RandomAccessFile file, byte[] key) throws IOException {
        long size = file.length();
        CheckedCopy copy = new CheckedCopy(Access.U.allocateMemory(Math.max(1, size)), size);
        boolean isRight = false;
        try {
            isRight = copy.read(file, Sha256.hmac(key));
        } finally {
            if (!isRight) {
                copy.free();
            }
        }
        return isRight ? copy : null;
    }

    private boolean read(RandomAccessFile file, Sha256 hmac) throws IOException {
        byte[] piece = new byte[(int) Math.min(PIECE, size)];
        long hashed = Math.max(0, size - Sha256.LENGTH);
        file.seek(0);
        for (long at = 0; at < size; ) {
            int got = file.read(piece, 0, (int) Math.min(piece.length, size - at));
            if (got < 0) {
                throw new IOException("the checkpoint file became shorter while jcp read it; start the replay again");
            }
            Access.U.copyMemory(piece, Sink.BYTES, null, address + at, got);
            hmac.update(piece, 0, (int) Math.max(0, Math.min(got, hashed - at)));
            at += got;
        }
        return Sha256.same(hmac.result(), bytes(hashed, (int) (size - hashed)));
    }

    long size() {
        return size;
    }

    byte[] bytes(long at, int count) {
        byte[] bytes = new byte[count];
        Access.U.copyMemory(null, address + at, bytes, Sink.BYTES, count);
        return bytes;
    }

    /** Where a byte lies. */
    long address(long at) {
        return address + at;
    }

    /** Gives the memory back; nothing may be read any more. */
    void free() {
        Access.U.freeMemory(address);
    }
}
