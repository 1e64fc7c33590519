package jcp.runtime;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/**
 * The checkpoint file: magic, sections, and a trailer that names them with length and checksum (FORMAT.md). It is written
 * beside its final name, forced to the disk and renamed, so that it is there in full or not at all.
 */
final class CheckpointFile implements AutoCloseable {
    static final long MAGIC = 0x31_54_50_4b_43_50_43_4aL; // "JCPCKPT1", little-endian
    static final long END = 0x31_44_4e_45_50_43_4aL; // "JCPEND1"
    static final int VERSION = 1;
    /** The sections in order. */
    static final String[] SECTIONS = {
        "header", "environment", "initialized", "classes", "shapes", "bodies", "roots", "hashes", "locals", "interned"
    };
    /** Ends the name of the file that is being written, before the process id. */
    private static final String PART = ".part";
    private static final int START = 16;
    private static final int ENTRY = 20;

    private final MappedByteBuffer[] sections = new MappedByteBuffer[SECTIONS.length];

    private CheckpointFile() {}

    /** What must be the same in the replaying JVM. */
    static String jdk() {
        return System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version") + ", "
                + System.getProperty("java.runtime.version") + ", " + System.getProperty("java.vendor") + ", "
                + System.getProperty("os.arch");
    }

    /** Writes the sections; returns the file's length in bytes. */
    static long write(File target, Sink... sections) throws IOException {
        Path folder = target.toPath().getParent();
        String part = target.getName() + PART;
        removeStale(folder, part);
        Path beside = folder.resolve(part + ProcessHandle.current().pid());
        long length;
        try (FileChannel file = FileChannel.open(
                beside, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            ByteBuffer start = little(START).putLong(MAGIC).putInt(VERSION).putInt(sections.length);
            writeAll(file, start);
            ByteBuffer trailer = little(sections.length * ENTRY + 4 + 8 + 8);
            long offset = START;
            for (Sink section : sections) {
                long bytes = section.length();
                int crc = section.write(file);
                trailer.putLong(offset).putLong(bytes).putInt(crc);
                offset += bytes;
            }
            CRC32C crc = new CRC32C();
            crc.update(trailer.array(), 0, trailer.position());
            trailer.putInt((int) crc.getValue()).putLong(offset).putLong(END);
            writeAll(file, trailer);
            length = file.position();
            file.force(true);
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(beside);
            throw e;
        }
        Files.move(beside, target.toPath(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        try (FileChannel directory = FileChannel.open(folder, StandardOpenOption.READ)) {
            directory.force(true);
        } catch (IOException e) {
            // some file systems can't; the rename itself is done
        }
        return length;
    }

    /** Removes what captures of the same checkpoint left that were killed while they wrote. */
    private static void removeStale(Path folder, String part) {
        String[] names = folder.toFile().list();
        for (String name : names == null ? new String[0] : names) {
            String pid = name.startsWith(part) ? name.substring(part.length()) : "";
            // a longer number is no process's
            if (pid.matches("[0-9]{1,18}") && ProcessHandle.of(Long.parseLong(pid)).isEmpty()) {
                folder.resolve(name).toFile().delete(); // if not, it is in nobody's way
            }
        }
    }

    private static ByteBuffer little(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static void writeAll(FileChannel file, ByteBuffer buffer) throws IOException {
        buffer.flip();
        while (buffer.hasRemaining()) {
            file.write(buffer);
        }
    }

    /** Opens a file and checks all of it. */
    static CheckpointFile open(File source) throws IOException {
        CheckpointFile checkpoint = new CheckpointFile();
        try (FileChannel file = FileChannel.open(source.toPath(), StandardOpenOption.READ)) {
            long size = file.size();
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

    private static MappedByteBuffer section(FileChannel file, ByteBuffer trailer, int i, long end) throws IOException {
        long offset = trailer.getLong();
        long length = trailer.getLong();
        int expected = trailer.getInt();
        if (offset < START || length < 0 || length > end - offset) {
            throw damaged("section " + SECTIONS[i] + " lies outside");
        }
        if (length > Integer.MAX_VALUE) {
            throw new IOException("section " + SECTIONS[i] + " is larger than 2 GiB, which this jcp cannot read yet");
        }
        MappedByteBuffer bytes = file.map(FileChannel.MapMode.READ_ONLY, offset, length);
        CRC32C crc = new CRC32C();
        crc.update(bytes.duplicate());
        if ((int) crc.getValue() != expected) {
            throw damaged("section " + SECTIONS[i] + " has a wrong checksum");
        }
        return bytes;
    }

    private static ByteBuffer read(FileChannel file, long at, int bytes) throws IOException {
        ByteBuffer buffer = little(bytes);
        while (buffer.hasRemaining()) {
            if (file.read(buffer, at + buffer.position()) < 0) {
                throw damaged("it is too short");
            }
        }
        return buffer.flip().order(ByteOrder.LITTLE_ENDIAN);
    }

    private static IOException damaged(String how) {
        return new IOException("the checkpoint file is damaged: " + how + "; capture again");
    }

    /** The content of the section with this name. */
    Source section(String name) {
        for (int i = 0; i < SECTIONS.length; i++) {
            if (SECTIONS[i].equals(name)) {
                return new Source(sections[i], name);
            }
        }
        throw new IllegalArgumentException(name);
    }

    @Override
    public void close() {
        for (MappedByteBuffer section : sections) {
            if (section != null) {
                Access.U.invokeCleaner(section);
            }
        }
    }
}
