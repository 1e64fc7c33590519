package jcp.runtime.files;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
import jcp.runtime.graph.GraphReader;
import jcp.runtime.graph.GraphWriter;
import jcp.runtime.graph.Kind;
import jcp.runtime.graph.Obstacle;
import jcp.runtime.graph.Parts;
import jcp.runtime.jvm.FileNames;
import jcp.runtime.jvm.LaunchProperties;
import jcp.runtime.report.Problem;

/**
 * The files that were open at the checkpoint: where they are and what they contained, and whether they still do.
 *
 * <p>A file that was only read must have the same size and content. One that was written must begin with what it contained,
 * since the run that was captured went on writing; what came later is cut off when it is opened again. One that was written
 * and empty may be missing: it is made again, as are the lock files of log files, which are deleted at their end. The content of a file
 * of up to {@link #WHOLE} bytes is judged by a checksum of all of it, that of a larger one by its first and last
 * {@link #END} bytes and, where those cannot tell, by its time of change. A path below the working directory is kept
 * relative to it, so that the directory may be another one in the replay. Of a folder, which programs open to have its entries written to the
 * disk, only the name counts.
 *
 * <p>Invariants: files are read through descriptors of our own, so that no offset of the program's moves. Needs Linux's
 * /proc, without which open files are refused.
 */
public final class FileTable {
    static final long WHOLE = 64 << 20;
    static final int END = 1 << 16;
    private static final String KEY = "file";
    /** In the place of a checksum. */
    private static final String FOLDER = "folder";
    /** Devices that have neither content nor offset. */
    private static final Set<String> DEVICES = Set.of("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom");

    /** Files that were read while the program holds locks: if any descriptor of a file is closed, the process loses its locks on it. */
    private static final List<RandomAccessFile> KEPT = new ArrayList<>();

    /** The table of a snapshot. */
    static FileTable of(GraphWriter graph) {
        return ((AsKind.Used) graph.trace(AsKind.class)).table;
    }

    private static final class Entry {
        int number;
        /** As {@link FileNames#name} has it. */
        String path;
        long size;
        long time;
        String sum;
        boolean written;
        /** Whether bytes that existed at the checkpoint may have been changed since. */
        boolean changed;
    }

    private final Map<String, Entry> entries = new TreeMap<>();

    /** Notes the file of descriptor {@code fd}; returns its number. */
    int add(int fd, boolean written, boolean changed) throws Obstacle {
        Path path = path(fd);
        String name = FileNames.name(path);
        Entry entry = entries.get(name);
        if (entry == null) {
            entry = DEVICES.contains(name) ? device(name) : describe(fd, path);
            entry.number = entries.size();
            entries.put(name, entry);
        }
        entry.written |= written;
        entry.changed |= changed;
        return entry.number;
    }

    /** By its name: folders such as /dev/shm hold ordinary files. */
    static boolean isDevice(Path path) {
        return DEVICES.contains(path.toString());
    }

    /** The path that a descriptor leads to. */
    static Path path(int fd) throws Obstacle {
        String remedy = "close it before the checkpoint, or move the checkpoint";
        try {
            Path link = Path.of("/proc/self/fd/" + fd);
            Path named = Files.readSymbolicLink(link);
            String path = named.toString();
            if (!path.startsWith("/")) {
                throw new Obstacle("it is open on " + path.replaceAll(":.*", "") + ", which exists only while this process runs", remedy);
            }
            if (isDevice(named)) {
                return named;
            }
            BasicFileAttributes open = Files.readAttributes(link, BasicFileAttributes.class);
            if (!Files.exists(named) || !Files.readAttributes(named, BasicFileAttributes.class).fileKey().equals(open.fileKey())) {
                throw new Obstacle("its file was removed or replaced while it was open (" + path + ")", remedy);
            }
            if (!open.isRegularFile() && !open.isDirectory() || path.startsWith("/proc/") || path.startsWith("/sys/")) {
                throw new Obstacle("it is open on " + path + ", which is no ordinary file or folder", remedy);
            }
            return named;
        } catch (IOException | InvalidPathException e) {
            throw new Obstacle("the path of its file cannot be found (" + e + ")", remedy);
        }
    }

    private static Entry device(String path) {
        Entry entry = new Entry();
        entry.path = path;
        entry.sum = "device";
        return entry;
    }

    private static Entry describe(int fd, Path path) throws Obstacle {
        Entry entry = new Entry();
        Path here = workingDirectory();
        entry.path = FileNames.name(path.startsWith(here) ? here.relativize(path) : path);
        File open = new File("/proc/self/fd/" + fd);
        if (open.isDirectory()) {
            entry.sum = FOLDER;
            return entry;
        }
        try {
            entry.size = open.length();
            entry.time = time(open);
            entry.sum = sum(open, entry.size);
        } catch (IOException e) {
            throw new Obstacle("its file cannot be read, so that the replay could not recognise it (" + path + ": " + e.getMessage() + ")",
                "make the file readable");
        }
        return entry;
    }

    private void capture(Parts parts) {
        for (Map.Entry<String, Entry> each : entries.entrySet()) {
            parts.add(KEY, each.getValue().number, text(each.getValue()));
        }
    }

    /** What is noted of a file: path, size, time of change, checksum, how it was used. */
    private static String[] text(Entry e) {
        return new String[] {e.path, Long.toString(e.size), Long.toString(e.time), e.sum, e.changed ? "changed" : e.written ? "written" : "read"};
    }

    /** The file of a descriptor alone, which was only read. */
    static String[] alone(int fd) throws Obstacle {
        FileTable table = new FileTable();
        table.add(fd, false, false);
        return text(table.entries.values().iterator().next());
    }

    /** What must be known of a file in the replay. */
    static File file(Parts parts, int number) {
        return FileNames.file(path(parts.of(KEY, number)));
    }

    private static Path path(String[] entry) {
        return workingDirectory().resolve(FileNames.path(entry[0]));
    }

    /** Its size at the checkpoint; -1 for one that was only read, which must not be cut. */
    static long cut(Parts parts, int number) {
        String[] entry = parts.of(KEY, number);
        return entry[4].equals("read") || entry[3].equals("device") ? -1 : Long.parseLong(entry[1]);
    }

    /** Whether the files are still what they were; changes nothing. */
    static void check(Parts parts, List<Problem> problems) {
        for (Parts.Part part : parts.of(KEY)) {
            String[] entry = part.text;
            if (entry[3].equals("device")) {
                continue;
            }
            String why = difference(file(parts, part.object), entry);
            if (why != null) {
                problems.add(new Problem(path(entry).toString(), "the file was open at the checkpoint and " + why,
                    entry[4].equals("read") ? "restore the file to its content at the checkpoint, or capture again"
                        : "restore the file to its state at the checkpoint, or replay in a copy of the directory from that time"));
            }
        }
    }

    static String difference(File file, String[] entry) {
        boolean written = !entry[4].equals("read");
        if (entry[3].equals(FOLDER)) {
            return file.isDirectory() ? null : file.exists() ? "is no folder now" : "is missing";
        }
        if (!file.exists() && written && entry[1].equals("0") && file.getAbsoluteFile().getParentFile().canWrite()) {
            return null; // it was empty, and is made again
        }
        if (!file.isFile()) {
            return file.exists() ? "is not a regular file now" : "is missing";
        }
        long size = Long.parseLong(entry[1]);
        if (written ? file.length() < size : file.length() != size) {
            return "has " + file.length() + " bytes now instead of " + (written ? "at least " : "") + size;
        }
        try {
            if (!sum(file, size).equals(entry[3])) {
                return size > WHOLE ? "its beginning or end has changed" : "its content has changed";
            }
            if (size > WHOLE && !entry[4].equals("written") && time(file) != Long.parseLong(entry[2])) {
                return "has changed since then: its modification time differs";
            }
        } catch (IOException e) {
            return "cannot be read now: " + e.getMessage();
        }
        return written && !file.canWrite() ? "cannot be written now" : null;
    }

    /** In microseconds, which is what JDK 17 keeps of it when it copies a file. */
    private static long time(File file) throws IOException {
        return Files.getLastModifiedTime(file.toPath()).to(TimeUnit.MICROSECONDS);
    }

    /** A checksum of the first {@code size} bytes, or of both ends of them. */
    private static String sum(File file, long size) throws IOException {
        CRC32C crc = new CRC32C();
        RandomAccessFile in = new RandomAccessFile(file, "r");
        try {
            if (size <= WHOLE) {
                update(crc, in, size);
            } else {
                update(crc, in, END);
                in.seek(size - END);
                update(crc, in, END);
            }
        } finally {
            if (FileLocks.any()) {
                KEPT.add(in);
            } else {
                in.close();
            }
        }
        return Long.toHexString(crc.getValue());
    }

    private static void update(CRC32C crc, RandomAccessFile in, long bytes) throws IOException {
        byte[] buffer = new byte[(int) Math.min(bytes, END)];
        for (long left = bytes; left > 0; ) {
            int n = in.read(buffer, 0, (int) Math.min(left, buffer.length));
            if (n < 0) {
                throw new IOException("it ended early");
            }
            crc.update(ByteBuffer.wrap(buffer, 0, n));
            left -= n;
        }
    }

    private static Path workingDirectory() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/cwd"));
        } catch (IOException | InvalidPathException e) {
            return Path.of(LaunchProperties.get("user.dir"));
        }
    }

    /** A number that Linux tells of a descriptor, such as its offset; -1 if unknown. */
    static long info(int fd, String name, int radix) {
        if (fd < 0) {
            return -1;
        }
        try (FileInputStream info = new FileInputStream("/proc/self/fdinfo/" + fd)) {
            for (String line : new String(info.readAllBytes(), StandardCharsets.ISO_8859_1).split("\n")) {
                if (line.startsWith(name + ":")) {
                    return Long.parseLong(line.substring(name.length() + 1).trim(), radix);
                }
            }
        } catch (IOException | NumberFormatException e) {
            return -1; // no /proc: it stays unknown
        }
        return -1;
    }

    /** The files that objects of a snapshot have open. No objects are of this kind. */
    public static final class AsKind extends Kind {
        @Override
        public void check(Parts parts, List<Problem> problems) {
            FileTable.check(parts, problems);
        }

        /** The objects that have the files open do so. */
        @Override
        public void restoreParts(GraphReader graph) {}

        @Override
        public Trace trace() {
            return new Used();
        }

        /** The files of one snapshot. */
        private static final class Used extends Trace {
            final FileTable table = new FileTable();

            @Override
            public List<String> capture(GraphWriter graph) {
                table.capture(graph.parts);
                return List.of();
            }
        }
    }
}
