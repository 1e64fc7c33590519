package jcp.runtime;

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

/**
 * The files that were open at the checkpoint: where they are and what they contained, and whether they still do.
 *
 * <p>A file that was only read must have the same size and content. One that was written must begin with what it contained,
 * since the run that was captured went on writing; what came later is cut off when it is opened again. One that was written
 * and empty may be missing: it is made again, as are the lock files of log files, which are deleted at their end. The content of a file
 * of up to {@link #WHOLE} bytes is judged by a checksum of all of it, that of a larger one by its first and last
 * {@link #END} bytes and, where those cannot tell, by its time of change. A path below the working directory is kept
 * relative to it, so that the directory may be another one in the replay.
 *
 * <p>Invariants: files are read through descriptors of our own, so that no offset of the program's moves. Needs Linux's
 * /proc, without which open files are refused.
 */
final class FileTable {
    static final long WHOLE = 64 << 20;
    static final int END = 1 << 16;
    private static final String KEY = "file ";
    /** Devices that have neither content nor offset. */
    private static final Set<String> DEVICES = Set.of("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom");

    /** Files that were read while the program holds locks: if any descriptor of a file is closed, the process loses its locks on it. */
    private static final List<RandomAccessFile> KEPT = new ArrayList<>();

    /** Why a file cannot be opened again. */
    static final class Obstacle extends Exception {
        private static final long serialVersionUID = 1L;
        final String remedy;

        Obstacle(String why, String remedy) {
            super(why, null, false, false);
            this.remedy = remedy;
        }
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
            if (DEVICES.contains(path)) {
                return named;
            }
            BasicFileAttributes open = Files.readAttributes(link, BasicFileAttributes.class);
            if (!Files.exists(named) || !Files.readAttributes(named, BasicFileAttributes.class).fileKey().equals(open.fileKey())) {
                throw new Obstacle("its file was removed or replaced while it was open (" + path + ")", remedy);
            }
            if (!open.isRegularFile() || path.startsWith("/proc/") || path.startsWith("/sys/")) {
                throw new Obstacle("it is open on " + path + ", which is no file with a content of its own", remedy);
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
        try {
            entry.size = open.length();
            entry.time = time(open);
            entry.sum = sum(open, entry.size);
        } catch (IOException e) {
            throw new Obstacle("its file cannot be read to be recognised later (" + path + ": " + e.getMessage() + ")",
                "make the file readable");
        }
        return entry;
    }

    void take(Map<String, String[]> state) {
        for (Map.Entry<String, Entry> each : entries.entrySet()) {
            Entry e = each.getValue();
            state.put(KEY + e.number, Leaves.leaf(e.path, Long.toString(e.size), Long.toString(e.time), e.sum,
                e.changed ? "changed" : e.written ? "written" : "read"));
        }
    }

    /** What must be known of a file in the replay. */
    static File file(Map<String, String[]> state, int number) {
        return FileNames.file(path(state.get(KEY + number)));
    }

    private static Path path(String[] entry) {
        return workingDirectory().resolve(FileNames.path(entry[0]));
    }

    /** Its size at the checkpoint; -1 for one that was only read, which must not be cut. */
    static long cut(Map<String, String[]> state, int number) {
        String[] entry = state.get(KEY + number);
        return entry[4].equals("read") || entry[3].equals("device") ? -1 : Long.parseLong(entry[1]);
    }

    /** Whether the files are still what they were; changes nothing. */
    static void check(Map<String, String[]> state, List<Problem> problems) {
        for (Map.Entry<String, String[]> e : state.entrySet()) {
            if (e.getKey().startsWith(KEY) && !e.getValue()[3].equals("device")) {
                String[] entry = e.getValue();
                File file = file(state, Integer.parseInt(e.getKey().substring(KEY.length())));
                String why = difference(file, entry);
                if (why != null) {
                    problems.add(new Problem(path(entry).toString(), "the file was open at the checkpoint and " + why,
                        entry[4].equals("read") ? "put back the file as it was, or capture again"
                            : "put back the file as it was at the checkpoint, or replay in a copy of the directory made before the capture went on"));
                }
            }
        }
    }

    static String difference(File file, String[] entry) {
        boolean written = !entry[4].equals("read");
        if (!file.exists() && written && entry[1].equals("0") && file.getAbsoluteFile().getParentFile().canWrite()) {
            return null; // it was empty, and is made again
        }
        if (!file.isFile()) {
            return file.exists() ? "is no regular file now" : "is missing";
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
                return "has changed since: its time of change is another one";
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
}
