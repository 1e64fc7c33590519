package jcp.runtime.files;

import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import jcp.runtime.graph.Anchors;
import jcp.runtime.graph.GraphReader;
import jcp.runtime.graph.GraphWriter;
import jcp.runtime.graph.Kind;
import jcp.runtime.graph.Obstacle;
import jcp.runtime.graph.Parts;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.CleanerEntries;
import jcp.runtime.jvm.FileObjects;

/**
 * File descriptors. Streams, random-access files, channels and whatever is built on them are copied like other objects; only
 * the number in the {@link FileDescriptor} that they share, and its registration with the JDK's cleaner, are made anew: the
 * file is opened again by the JDK's own constructors, at the offset of the checkpoint, and the number moved over.
 *
 * <p>Path, mode and offset come from Linux's /proc, so that it does not matter what opened the file. A descriptor that was
 * open for writing only is opened for both, which nothing can tell but the operating system.
 *
 * <p>Left out: descriptors of anything but files and folders, and those whose file no longer has a name; they are refused. The three
 * standard ones are the JVM's own ({@link Anchors}).
 */
public final class Descriptors {
    private Descriptors() {}

    static final String KEY = "descriptor";
    /** Flags of open(2), the same on all of Linux's architectures that have a JDK. */
    private static final int WRITE_ONLY = 1;
    private static final int READ_WRITE = 2;
    private static final int APPEND = 02000;
    private static final int DSYNC = 010000;
    private static final int SYNC = 04000000;

    /** Files to be cut: what acts on the descriptor, and the length. */
    private static final List<Object[]> CUTS = new ArrayList<>();

    /** What is needed to open it again. */
    static String[] capture(FileDescriptor fd, FileTable files) throws Obstacle {
        if (!fd.valid()) {
            return new String[] {"closed"};
        }
        int number = FileObjects.number(fd);
        long flags = FileTable.info(number, "flags", 8);
        long offset = FileTable.info(number, "pos", 10);
        if (flags < 0 || offset < 0) {
            throw new Obstacle("an open file, whose path and offset this system does not tell", "close the file before the checkpoint, or run on Linux");
        }
        boolean written = (flags & (WRITE_ONLY | READ_WRITE)) != 0;
        boolean appending = (flags & APPEND) != 0;
        // a stream only adds to the end, unless its offset lies before it
        boolean changed = written && !appending
            && ((flags & READ_WRITE) != 0 || offset < new File("/proc/self/fd/" + number).length());
        int file = files.add(number, written, changed);
        String mode = !written ? "r" : appending ? "append" : (flags & SYNC) != 0 ? "rws" : (flags & DSYNC) != 0 ? "rwd" : "rw";
        return new String[] {"open", Integer.toString(file), mode, Long.toString(offset)};
    }

    static boolean isChannel(Class<?> type) {
        return type.getName().equals("sun.nio.ch.FileChannelImpl");
    }

    /** Whether a channel made its descriptor itself and closes it when it is garbage. */
    static boolean owns(FileChannel channel) {
        return Access.getField(channel, channel.getClass(), "closer") != null;
    }

    /** The action that closes the descriptor of such a channel. */
    static void restoreChannel(FileChannel channel) {
        Class<?> type = channel.getClass();
        if (Access.getField(channel, type, "closer") != null) {
            return; // the JVM's own
        }
        try {
            Class<?> closers = Access.jdk("sun.nio.ch.FileChannelImpl$Closer");
            Object closer = Access.U.allocateInstance(closers);
            Access.setField(closer, closers, "fd", Access.getField(channel, type, "fd"));
            Access.setField(channel, type, "closer", CleanerEntries.register(channel, (Runnable) closer));
        } catch (InstantiationException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Opens the copy of a descriptor; one that is open already, since it was not made by the replay, keeps its number. A file
     * that was written is to be cut to the length that it had ({@link #cut}).
     */
    static void restore(FileDescriptor fd, String[] entry, Parts parts) throws IOException {
        boolean open = FileObjects.number(fd) > 0; // an object made without constructor has 0, a closed one -1
        if (entry[0].equals("closed")) {
            if (open) {
                Access.call(fd, FileDescriptor.class, "close");
            }
            Access.setField(fd, FileDescriptor.class, "fd", -1);
            return;
        }
        int file = Integer.parseInt(entry[1]);
        if (!open) {
            File named = FileTable.file(parts, file);
            if (FileTable.cut(parts, file) == 0) {
                named.createNewFile(); // what was empty may have been deleted since
            }
            move(open(named, entry[2]), fd);
        }
        RandomAccessFile handle = handle(fd);
        long cut = FileTable.cut(parts, file);
        if (cut >= 0 && !entry[2].equals("r") && handle.length() > cut) {
            CUTS.add(new Object[] {handle, cut});
        }
        handle.seek(Long.parseLong(entry[3]));
    }

    /** Cuts the files, when nothing can end the replay any more. */
    public static void cut() throws IOException {
        for (Object[] each : CUTS) {
            RandomAccessFile file = (RandomAccessFile) each[0];
            long position = file.getFilePointer();
            file.setLength((Long) each[1]);
            file.seek(position); // which may lie behind the end
        }
        CUTS.clear();
    }

    @SuppressWarnings("resource") // its descriptor lives on in another object
    private static FileDescriptor open(File file, String mode) throws IOException {
        if (file.isDirectory()) { // which a channel alone can open
            FileChannel channel = FileChannel.open(file.toPath(), StandardOpenOption.READ);
            return (FileDescriptor) Access.getField(channel, channel.getClass(), "fd");
        }
        return mode.equals("append") ? new FileOutputStream(file, true).getFD() : new RandomAccessFile(file, mode).getFD();
    }

    private static void move(FileDescriptor from, FileDescriptor to) {
        int number = FileObjects.number(from);
        Access.call(from, FileDescriptor.class, "unregisterCleanup");
        Access.setField(from, FileDescriptor.class, "fd", -1);
        Access.setField(to, FileDescriptor.class, "fd", number);
        Access.call(null, Access.jdk("java.io.FileCleanable"), "register", to);
    }

    /** An object whose methods act on the descriptor, without owning it. */
    private static RandomAccessFile handle(FileDescriptor fd) {
        try {
            RandomAccessFile handle = (RandomAccessFile) Access.U.allocateInstance(RandomAccessFile.class);
            Access.setField(handle, RandomAccessFile.class, "fd", fd);
            return handle;
        } catch (InstantiationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** How the graph treats them. */
    public static final class AsKind extends Kind {
        @Override
        public String[] skippedFields() {
            return new String[] {
                "java.io.FileDescriptor.fd", "java.io.FileDescriptor.cleanup"};
        }

        @Override
        public String[] capturePart(Object o, GraphWriter graph) throws Obstacle {
            return Descriptors.capture((FileDescriptor) o, FileTable.of(graph));
        }

        @Override
        public void restorePart(Object o, String[] part, GraphReader graph) throws IOException {
            Descriptors.restore((FileDescriptor) o, part, graph.parts);
        }
    }

    /** How the graph treats channels of files. */
    public static final class Channels extends Kind {
        @Override
        public String[] skippedFields() {
            return new String[] {
                "sun.nio.ch.FileChannelImpl.closer", "sun.nio.ch.FileChannelImpl.fileLockTable"};
        }

        @Override
        public String[] capturePart(Object o, GraphWriter graph) {
            return owns((FileChannel) o) ? NONE : null;
        }

        @Override
        public void restorePart(Object o, String[] part, GraphReader graph) {
            Descriptors.restoreChannel((FileChannel) o);
        }
    }
}
