package jcp.runtime.files;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import jcp.runtime.jvm.Access;
import jcp.runtime.program.Surroundings;

/**
 * In the place of the stream under {@code System.in} in a capturing run: notes which threads have read something. The buffer above it tells of
 * small reads alone, since large ones pass it by. It calls the stream whose place it takes, is made without a constructor, and is on the same
 * descriptor, which does not know of it.
 */
public final class NotedInput extends FileInputStream {
    private FileInputStream noted;
    /** Each once. */
    private List<Thread> readers;

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
        made.readers = new ArrayList<>();
        return made;
    }

    /** Forgets what was read until now. */
    synchronized void forget() {
        readers.clear();
    }

    /** Whether others than threads of the surroundings have read. */
    synchronized boolean wasRead() {
        for (Thread reader : readers) {
            if (!Surroundings.own(reader)) {
                return true;
            }
        }
        return false;
    }

    private synchronized void note(boolean read) {
        Thread reader = Thread.currentThread();
        for (Thread each : readers) {
            read &= each != reader;
        }
        if (read) {
            readers.add(reader);
        }
    }

    @Override
    public int read() throws IOException {
        int found = noted.read();
        note(found >= 0);
        return found;
    }

    @Override
    public int read(byte[] bytes) throws IOException {
        int found = noted.read(bytes);
        note(found > 0);
        return found;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        int found = noted.read(bytes, from, length);
        note(found > 0);
        return found;
    }

    @Override
    public byte[] readAllBytes() throws IOException {
        byte[] found = noted.readAllBytes();
        note(found.length > 0);
        return found;
    }

    @Override
    public byte[] readNBytes(int length) throws IOException {
        byte[] found = noted.readNBytes(length);
        note(found.length > 0);
        return found;
    }

    @Override
    public long transferTo(OutputStream out) throws IOException {
        long found = noted.transferTo(out);
        note(found > 0);
        return found;
    }

    @Override
    public long skip(long bytes) throws IOException {
        long skipped = noted.skip(bytes);
        note(skipped != 0);
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
