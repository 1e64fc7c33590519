package jcp.runtime;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.util.zip.CRC32C;

/**
 * The checkpoint file: magic, sections, and a trailer that names them with length and checksum (FORMAT.md). It is written
 * beside its final name and renamed, so that it is there in full or not at all, whenever the program is killed.
 */
final class CheckpointFile implements AutoCloseable {
    static final long MAGIC = 0x31_54_50_4b_43_50_43_4aL; // "JCPCKPT1", little-endian
    static final long END = 0x31_44_4e_45_50_43_4aL; // "JCPEND1"
    static final int VERSION = 2;
    /** The sections in order. */
    static final String[] SECTIONS = {
        "header", "environment", "initialized", "classes", "graph", "roots", "hashes", "locals", "interned", "entry"
    };
    /** Ends the name of the file that is being written, before the process id. */
    private static final String PART = ".part";
    /** A section of up to so many bytes is read, a larger one mapped. */
    private static final int SMALL = 1 << 26;
    /** Larger sections are mapped in windows, this far apart. */
    private static final long STRIDE = 1L << 30;
    private static final int START = 16;
    private static final int ENTRY = 20;

    private final Window[][] sections = new Window[SECTIONS.length][];

    private CheckpointFile() {}

    /** What must be the same in the replaying JVM. */
    static String jdk() {
        return System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version") + ", "
                + System.getProperty("java.runtime.version") + ", " + System.getProperty("java.vendor") + ", "
                + System.getProperty("os.arch") ;
    }

    /** Writes a checkpoint file: its large section, the graph, while the objects are traced, and then the others. */
    static final class Writer implements AutoCloseable {
        final Sink graph;
        private final File target;
        private final File beside;
        /** No channel: for one the JVM links classes of the JDK that the program may be the first to use. */
        private final RandomAccessFile file;
        private final Progress progress = new Progress("capturing");

        Writer(File target) throws IOException {
            this.target = target;
            File folder = target.getParentFile();
            removeStale(folder, target.getName() + PART);
            String part = target.getName() + PART + Processes.own();
            beside = new File(folder, part);
            file = new RandomAccessFile(beside, "rw");
            try {
                file.setLength(0);
                file.write(little(START).putLong(MAGIC).putInt(VERSION).putInt(SECTIONS.length).array());
            } catch (IOException e) { // nobody gets this object to close it
                file.close();
                beside.delete(); // if it is still there
                throw e;
            }
            graph = new Sink(file, progress);
        }

        /** Completes the file with the sections in the order of {@link #SECTIONS}; returns its length in bytes. */
        long finish(Sink... sections) throws IOException {
            long[] offsets = new long[sections.length];
            graph.finish();
            long offset = START + graph.length();
            for (int i = 0; i < sections.length; i++) {
                offsets[i] = START;
                if (sections[i] != graph) {
                    sections[i].finish();
                    sections[i].writeTo(file);
                    offsets[i] = offset;
                    offset += sections[i].length();
                }
            }
            long length = offset + writeTrailer(sections, offsets, offset);
            // not forced to the disk: that takes longer than all the rest, and after a power failure the checksums refuse
            // a file that did not get there in full
            if (!beside.renameTo(target)) { // which does not tell why
                Files.move(beside.toPath(), target.toPath(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            }
            return length;
        }

        /** Returns its length. */
        private int writeTrailer(Sink[] sections, long[] offsets, long end) throws IOException {
            ByteBuffer trailer = little(sections.length * ENTRY + 4 + 8 + 8);
            for (int i = 0; i < sections.length; i++) {
                trailer.putLong(offsets[i]).putLong(sections[i].length()).putInt(sections[i].finish());
            }
            CRC32C crc = new CRC32C();
            crc.update(trailer.array(), 0, trailer.position());
            trailer.putInt((int) crc.getValue()).putLong(end).putLong(END);
            file.write(trailer.array());
            return trailer.capacity();
        }

        /** Removes what was not completed. */
        @Override
        public void close() throws IOException {
            progress.close();
            file.close();
            beside.delete(); // if it is still there
        }
    }

    /** Why there will be no checkpoint file of this name, in the system's words. */
    static Problem unwritable(File file, IOException e) {
        String why = e.getMessage() == null ? e.getClass().getName() : e.getMessage();
        if (e instanceof FileNotFoundException && why.endsWith(")")) { // path (reason)
            why = why.substring(why.lastIndexOf('(') + 1, why.length() - 1);
            if (why.startsWith("No such file")) {
                why = "its folder does not exist";
            } else if (why.equals("Permission denied")) {
                why = "permission denied";
            }
        } else if (e instanceof FileSystemException f && f.getReason() != null) {
            why = f.getReason();
        }
        return new Problem(file.getPath(), "the checkpoint cannot be written: " + why,
                "make room for it, or name another file with -Djcp.checkpoint=FILE");
    }

    /** Removes what captures of the same checkpoint left that were killed while they wrote. */
    private static void removeStale(File folder, String part) {
        String[] names = folder.list();
        for (String name : names == null ? new String[0] : names) {
            if (name.startsWith(part) && Processes.isGone(name.substring(part.length()))) {
                new File(folder, name).delete(); // if not, it is in nobody's way
            }
        }
    }

    private static ByteBuffer little(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Opens a file and checks all of it. */
    static CheckpointFile open(File source) throws IOException {
        CheckpointFile checkpoint = new CheckpointFile();
        try (RandomAccessFile file = new RandomAccessFile(source, "r")) {
            long size = file.length();
            int tail = SECTIONS.length * ENTRY + 4 + 8 + 8;
            if (size < START + tail) {
                throw damaged("it is too short");
            }
            ByteBuffer start = read(file, 0, START);
            if (start.getLong() != MAGIC) {
                throw damaged("it is no checkpoint file");
            }
            int version = start.getInt();
            if (version != VERSION || start.getInt() != SECTIONS.length) {
                throw new IOException("its format is version " + version + ", this jar reads " + VERSION
                        + "; capture again with this jcp");
            }
            ByteBuffer trailer = read(file, size - tail, tail);
            CRC32C crc = new CRC32C();
            crc.update(trailer.array(), 0, SECTIONS.length * ENTRY);
            long end = trailer.getLong(tail - 16);
            if (trailer.getLong(tail - 8) != END || trailer.getInt(tail - 20) != (int) crc.getValue() || end != size - tail) {
                throw damaged("it is not complete");
            }
            for (int i = 0; i < SECTIONS.length; i++) {
                checkpoint.sections[i] = section(file, trailer, i, end);
            }
        }
        return checkpoint;
    }

    private static Window[] section(RandomAccessFile file, ByteBuffer trailer, int i, long end) throws IOException {
        long offset = trailer.getLong();
        long length = trailer.getLong();
        int expected = trailer.getInt();
        if (offset < START || length < 0 || length > end - offset) {
            throw damaged("section " + SECTIONS[i] + " lies outside");
        }
        Window[] windows = new Window[(int) Math.max(1, (length + STRIDE - 1) / STRIDE)];
        CRC32C crc = new CRC32C();
        for (int window = 0; window < windows.length; window++) {
            long start = window * STRIDE;
            int size = (int) Math.min(length - start, STRIDE + Source.OVERLAP);
            int summed = (int) Math.min(size, STRIDE);
            windows[window] = length > SMALL ? Window.mapped(file, offset + start, size, crc, summed)
                : Window.read(file, offset + start, size, crc, summed);
        }
        if ((int) crc.getValue() != expected) {
            throw damaged("section " + SECTIONS[i] + " has a wrong checksum");
        }
        return windows;
    }

    private static ByteBuffer read(RandomAccessFile file, long at, int bytes) throws IOException {
        byte[] content = new byte[bytes];
        file.seek(at);
        for (int got = 0; got < bytes; ) {
            int more = file.read(content, got, bytes - got);
            if (more < 0) {
                throw damaged("it is too short");
            }
            got += more;
        }
        return ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static IOException damaged(String how) {
        return new IOException("the checkpoint file is damaged: " + how + "; capture again");
    }

    /** The content of the section with this name. */
    Source section(String name) {
        for (int i = 0; i < SECTIONS.length; i++) {
            if (SECTIONS[i].equals(name)) {
                return new Source(sections[i], STRIDE, name);
            }
        }
        throw new IllegalArgumentException(name);
    }

    @Override
    public void close() {
        for (Window[] section : sections) {
            for (int i = 0; section != null && i < section.length; i++) {
                section[i].free();
            }
        }
    }
}
