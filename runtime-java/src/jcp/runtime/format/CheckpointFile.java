package jcp.runtime.format;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.FileSystemException;
import java.util.List;
import java.util.zip.CRC32C;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.FileNames;
import jcp.runtime.jvm.FileStatus;
import jcp.runtime.jvm.LaunchProperties;
import jcp.runtime.jvm.PrivateFile;
import jcp.runtime.jvm.Row;
import jcp.runtime.report.CannotReplay;
import jcp.runtime.report.Problem;
import jcp.runtime.report.Progress;

/**
 * The checkpoint file: magic, sections, and a trailer that names them with length and checksum, with a {@link Key} also an HMAC
 * (FORMAT.md). It is written beside its final name and renamed, so that it is there in full or not at all, whenever the program is
 * killed; its owner alone may read it ({@link PrivateFile}). It is read only if nobody else can have written it ({@link #open}).
 */
public final class CheckpointFile implements AutoCloseable {
    static final long MAGIC = 0x31_54_50_4b_43_50_43_4aL; // "JCPCKPT1", little-endian
    static final long END = 0x31_44_4e_45_50_43_4aL; // "JCPEND1"
    private static final long HMAC = 0x31_43_41_4d_48_50_43_4aL; // "JCPHMAC1"
    /** Without an HMAC, and with one. */
    static final int VERSION = 4;
    private static final int WITH_HMAC = 5;
    /** The sections in order. */
    static final String[] SECTIONS = {
        "header", "environment", "parts", "initialized", "classes", "graph", "roots", "hashes", "stacks", "interned", "entry"
    };
    /** A section of up to so many bytes is read, a larger one mapped. */
    private static final int SMALL = 1 << 26;
    /** Larger sections are mapped in windows, this far apart. */
    private static final long STRIDE = 1L << 30;
    private static final int START = 16;
    private static final int ENTRY = 20;
    private static final int TAIL = SECTIONS.length * ENTRY + 4 + 8 + 8;

    /** Windows of each section ({@link Row} says why these are no arrays of arrays). */
    private final Object[] sections = new Object[SECTIONS.length];
    /** Null if its owner and permissions were looked at instead. */
    private CheckedCopy copy;

    private CheckpointFile() {}

    /** What must be the same in the replaying JVM. */
    public static String jdk() {
        return LaunchProperties.get("java.vm.name") + " " + LaunchProperties.get("java.vm.version") + ", "
                + LaunchProperties.get("java.runtime.version") + ", " + LaunchProperties.get("java.vendor") + ", "
                + LaunchProperties.get("os.arch");
    }

    /** Writes a checkpoint file: its large section, the graph, while the objects are traced, and then the others. */
    public static final class Writer implements AutoCloseable {
        public final Sink graph;
        private final File target;
        private final PrivateFile made;
        private final CheckpointOutput out;
        private final Progress progress = new Progress("capturing");

        public Writer(File target) throws IOException {
            this.target = target;
            made = new PrivateFile(target);
            out = new CheckpointOutput(made.file, Key.bytes());
            try {
                int version = out.hasHmac() ? WITH_HMAC : VERSION;
                out.write(little(START).putLong(MAGIC).putInt(version).putInt(SECTIONS.length).array());
            } catch (IOException e) { // nobody gets this object to close it
                made.close();
                throw e;
            }
            graph = new Sink(out, progress);
        }

        /** Completes the file with the sections in the order of {@link #SECTIONS}; returns its length in bytes. */
        public long finish(Sink... sections) throws IOException {
            long[] offsets = new long[sections.length];
            graph.finish();
            long offset = START + graph.length();
            for (int i = 0; i < sections.length; i++) {
                offsets[i] = START;
                if (sections[i] != graph) {
                    sections[i].finish();
                    sections[i].writeTo(out);
                    offsets[i] = offset;
                    offset += sections[i].length();
                }
            }
            long length = offset + writeTrailer(sections, offsets, offset);
            // not forced to the disk: that takes longer than all the rest, and after a power failure the checksums refuse
            // a file that did not get there in full
            made.moveTo(target);
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
            out.write(trailer.array());
            if (!out.hasHmac()) {
                return trailer.capacity();
            }
            out.write(little(8).putLong(HMAC).array());
            return trailer.capacity() + 8 + out.writeHmac();
        }

        /** Removes what was not completed. */
        @Override
        public void close() throws IOException {
            progress.close();
            made.close();
        }
    }

    /** Why there will be no checkpoint file of this name, in the system's words. */
    public static Problem unwritable(File file, IOException e) {
        String why = e.getMessage() == null ? e.getClass().getName() : e.getMessage();
        if (e instanceof FileNotFoundException && why.endsWith(")")) { // path (reason)
            why = why.substring(why.lastIndexOf('(') + 1, why.length() - 1);
            if (why.startsWith("No such file")) {
                why = "its folder does not exist";
            } else if (why.equals("Permission denied")) {
                why = "permission denied";
            }
        } else if (e instanceof FileSystemException) {
            Object reason = Access.call(e, FileSystemException.class, "getReason"); // a name that few programs use
            why = reason == null ? why : (String) reason;
        }
        return new Problem(file.getPath(), "the checkpoint cannot be written: " + why,
                FileNames.remedy(file, "free disk space or correct the permissions, or name another file with -Djcp.checkpoint=FILE"));
    }

    private static ByteBuffer little(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Opens a file and checks all of it, and first that it is one of the user's: it makes any object. With a key its HMAC must be
     * right, whoever has the file; else it must be the user's own, and nobody else may write it. Both is asked of what is then
     * read: the bytes in memory, or the descriptor.
     */
    public static CheckpointFile open(File source) throws IOException, CannotReplay {
        CheckpointFile checkpoint = new CheckpointFile();
        try (RandomAccessFile file = new RandomAccessFile(source, "r")) {
            checkpoint.trust(file, source);
            checkpoint.take(file);
            return checkpoint;
        } catch (IOException | CannotReplay e) {
            checkpoint.close();
            throw e;
        }
    }

    private void trust(RandomAccessFile file, File source) throws IOException, CannotReplay {
        Problem wrong = Key.problem();
        byte[] key = Key.bytes();
        if (key != null) {
            boolean hasHmac = start(file) == WITH_HMAC;
            copy = hasHmac ? CheckedCopy.of(file, key) : null;
            wrong = copy != null ? null : new Problem(source.getPath(), hasHmac ? "the checkpoint was not made with this key, or"
                    + " was changed" : "the checkpoint has no HMAC, but a key is set", "capture again with the key that jcp.key.file"
                    + " or JCP_KEY_FILE names");
        } else if (wrong == null) {
            wrong = wrongStatus(FileStatus.of(file.getFD()), source.getPath());
        }
        if (wrong != null) {
            throw new CannotReplay(List.of(wrong));
        }
    }

    private static Problem wrongStatus(FileStatus status, String name) {
        if (status == null || status.isOwn() && !status.othersMayWrite()) {
            return null;
        }
        if (status.isOwn()) {
            return new Problem(name, "other users may write the checkpoint (its permissions are " + status.permissions() + "), and a"
                    + " checkpoint can create any object", "if nobody else has written it: chmod go-w " + name
                    + "; or capture and replay with a key (JCP_KEY_FILE)");
        }
        return new Problem(name, "the checkpoint belongs to user " + status.owner() + ", and this is user " + FileStatus.user()
                + "; a checkpoint can create any object", "if you trust that user, make a copy of your own with cp; or capture and"
                + " replay with a key (JCP_KEY_FILE)");
    }

    private long length(RandomAccessFile file) throws IOException {
        return copy != null ? copy.size() : file.length();
    }

    /** Checks the first bytes; returns the version. */
    private int start(RandomAccessFile file) throws IOException {
        if (length(file) < START + TAIL) {
            throw damaged("it is too short");
        }
        ByteBuffer start = read(file, 0, START);
        if (start.getLong() != MAGIC) {
            throw damaged("it is not a checkpoint file");
        }
        int version = start.getInt();
        if (version != VERSION && version != WITH_HMAC || start.getInt() != SECTIONS.length) {
            throw new IOException("the checkpoint file's format is version " + version + ", and this jar reads " + VERSION + " and "
                    + WITH_HMAC + "; instrument and capture again with the same jcp");
        }
        return version;
    }

    private void take(RandomAccessFile file) throws IOException {
        long size = length(file);
        if (start(file) == WITH_HMAC) {
            size -= 8 + Sha256.LENGTH;
            if (size < START + TAIL || read(file, size, 8).getLong() != HMAC) {
                throw damaged("it is not complete");
            }
        }
        ByteBuffer trailer = read(file, size - TAIL, TAIL);
        CRC32C crc = new CRC32C();
        crc.update(trailer.array(), 0, SECTIONS.length * ENTRY);
        long end = trailer.getLong(TAIL - 16);
        if (trailer.getLong(TAIL - 8) != END || trailer.getInt(TAIL - 20) != (int) crc.getValue() || end != size - TAIL) {
            throw damaged("it is not complete");
        }
        for (int i = 0; i < SECTIONS.length; i++) {
            sections[i] = section(file, trailer, i, end);
        }
    }

    private Window[] section(RandomAccessFile file, ByteBuffer trailer, int i, long end) throws IOException {
        long offset = trailer.getLong();
        long length = trailer.getLong();
        int expected = trailer.getInt();
        if (offset < START || length < 0 || length > end - offset) {
            throw damaged("section " + SECTIONS[i] + " lies outside the file");
        }
        Window[] windows = new Window[(int) Math.max(1, (length + STRIDE - 1) / STRIDE)];
        CRC32C crc = new CRC32C();
        for (int window = 0; window < windows.length; window++) {
            long start = window * STRIDE;
            int size = (int) Math.min(length - start, STRIDE + Source.OVERLAP);
            int summed = (int) Math.min(size, STRIDE);
            windows[window] = copy != null ? Window.part(copy.address(offset + start), size, crc, summed)
                : length > SMALL ? Window.mapped(file, offset + start, size, crc, summed)
                : Window.read(file, offset + start, size, crc, summed);
        }
        if ((int) crc.getValue() != expected) {
            throw damaged("section " + SECTIONS[i] + " has a wrong checksum");
        }
        return windows;
    }

    private ByteBuffer read(RandomAccessFile file, long at, int bytes) throws IOException {
        if (copy != null) {
            return ByteBuffer.wrap(copy.bytes(at, bytes)).order(ByteOrder.LITTLE_ENDIAN);
        }
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
    public Source section(String name) {
        for (int i = 0; i < SECTIONS.length; i++) {
            if (SECTIONS[i].equals(name)) {
                return new Source((Window[]) sections[i], STRIDE, name);
            }
        }
        throw new IllegalArgumentException(name);
    }

    @Override
    public void close() {
        for (Object section : sections) {
            for (int i = 0; section != null && i < ((Window[]) section).length; i++) {
                ((Window[]) section)[i].free();
            }
        }
        if (copy != null) {
            copy.free();
        }
    }
}
