package jcp.runtime;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * In the place of the stream under {@code System.in} in a capturing run: notes that something was read. The buffer above it tells of
 * small reads alone, since large ones pass it by. It calls the stream whose place it takes, is made without a constructor, and is on the same
 * descriptor, which does not know of it.
 */
final class NotedInput extends FileInputStream {
    private FileInputStream noted;
    private boolean read;

    private NotedInput() throws IOException {
        super("");
    }

    static NotedInput of(FileInputStream stream) throws InstantiationException {
        NotedInput made = (NotedInput) Access.U.allocateInstance(NotedInput.class);
        for (String field : new String[] {"fd", "path", "closeLock"}) {
            long offset = Access.U.objectFieldOffset(FileInputStream.class, field);
            Access.U.putReference(made, offset, Access.U.getReference(stream, offset));
        }
        made.noted = stream;
        return made;
    }

    boolean wasRead() {
        return read;
    }

    @Override
    public int read() throws IOException {
        int found = noted.read();
        read |= found >= 0;
        return found;
    }

    @Override
    public int read(byte[] bytes) throws IOException {
        int found = noted.read(bytes);
        read |= found > 0;
        return found;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        int found = noted.read(bytes, from, length);
        read |= found > 0;
        return found;
    }

    @Override
    public byte[] readAllBytes() throws IOException {
        byte[] found = noted.readAllBytes();
        read |= found.length > 0;
        return found;
    }

    @Override
    public byte[] readNBytes(int length) throws IOException {
        byte[] found = noted.readNBytes(length);
        read |= found.length > 0;
        return found;
    }

    @Override
    public long transferTo(OutputStream out) throws IOException {
        long found = noted.transferTo(out);
        read |= found > 0;
        return found;
    }

    @Override
    public long skip(long bytes) throws IOException {
        long skipped = noted.skip(bytes);
        read |= skipped != 0;
        return skipped;
    }

    @Override
    public int available() throws IOException {
        return noted.available();
    }

    @Override
    public void close() throws IOException {
        noted.close();
    }
}
