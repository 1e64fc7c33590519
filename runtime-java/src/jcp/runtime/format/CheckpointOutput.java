package jcp.runtime.format;

import java.io.IOException;
import java.io.RandomAccessFile;

/**
 * Where the bytes of a checkpoint file go, one after another: the file, and, where there is a {@link Key}, the HMAC of all of
 * them, which is put last. There is no channel: for one the JVM links classes of the JDK that the program may be the first to use.
 */
public final class CheckpointOutput {
    private final RandomAccessFile file;
    /** Null without a key. */
    private final Sha256 hmac;

    CheckpointOutput(RandomAccessFile file, byte[] key) {
        this.file = file;
        hmac = key == null ? null : Sha256.hmac(key);
    }

    /** Whether there is an HMAC. */
    boolean hasHmac() {
        return hmac != null;
    }

    void write(byte[] bytes) throws IOException {
        write(bytes, 0, bytes.length);
    }

    void write(byte[] bytes, int from, int count) throws IOException {
        file.write(bytes, from, count);
        if (hmac != null) {
            hmac.update(bytes, from, count);
        }
    }

    /** Puts the HMAC of what was written; returns how many bytes it has. */
    int writeHmac() throws IOException {
        file.write(hmac.result());
        return Sha256.LENGTH;
    }
}
