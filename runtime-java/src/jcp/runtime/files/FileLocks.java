package jcp.runtime.files;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.Channel;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import jcp.runtime.graph.GraphReader;
import jcp.runtime.graph.GraphWriter;
import jcp.runtime.graph.Kind;
import jcp.runtime.graph.Obstacle;
import jcp.runtime.graph.Parts;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.IdTable;
import jcp.runtime.jvm.JdkClasses;
import jcp.runtime.report.Problem;

/**
 * Locks on files, and what open log files ({@code java.util.logging.FileHandler}) share with the JVM: the names of their lock
 * files. A lock is an object of its channel's table and of the operating system; the replay asks for it again, when the file
 * is open, and puts the captured object, if the program holds it, in the place of the new one.
 *
 * <p>Before anything is changed the replay tries whether another process holds a lock that excludes one of these; such a
 * trial needs the file, which is missing if the captured run has deleted it (log files' locks).
 *
 * <p>Left out: locks of asynchronous channels, which are refused with their channels.
 */
public final class FileLocks {
    private FileLocks() {}

    /** With the number of a channel: its descriptor's number, then of each lock position, size, whether it is shared, its number. */
    private static final String KEY = "lock";
    private static final int PARTS = 4;

    /** By name, since a JVM without the module java.logging has no such class. */
    private static Class<?> handler(Class<?> type) {
        Class<?> c = type;
        while (c != null && !c.getName().equals("java.util.logging.FileHandler")) {
            c = c.getSuperclass();
        }
        return c;
    }

    /** Whether the program holds any. */
    static boolean any() {
        Class<?> table = JdkClasses.initialized("sun.nio.ch.FileLockTable");
        return table != null && !((Map<?, ?>) Access.getField(null, table, "lockMap")).isEmpty();
    }

    /** The locks that a channel holds; null if it has none. */
    static String[] capture(FileChannel channel, IdTable ids) {
        Object table = Access.getField(channel, channel.getClass(), "fileLockTable");
        Object[] locks = table == null ? new Object[0] : ((Collection<?>) Access.getField(table, table.getClass(), "locks")).toArray();
        if (locks.length == 0) {
            return null;
        }
        List<String> found = new ArrayList<>();
        found.add(Integer.toString(ids.get(Access.getField(channel, channel.getClass(), "fd"))));
        for (Object each : locks) {
            FileLock lock = (FileLock) each;
            found.add(Long.toString(lock.position()));
            found.add(Long.toString(lock.size()));
            found.add(Boolean.toString(lock.isShared()));
            found.add(Integer.toString(ids.get(lock)));
        }
        return found.toArray(new String[0]);
    }

    /** The lock file of a log handler; null if it is closed. */
    static String[] captureHandler(Object o) {
        Class<?> in = handler(o.getClass());
        String name = (String) Access.getField(o, in, "lockFileName");
        return name == null || Access.getField(o, in, "lockFileChannel") == null ? null : new String[] {name};
    }

    /** Whether the locks can be had; changes nothing. */
    private static void check(Parts parts, List<Problem> problems) {
        for (Parts.Part part : parts.of(KEY)) {
            String[] descriptor = parts.of(Descriptors.KEY, Integer.parseInt(part.text[0]));
            File file = FileTable.file(parts, Integer.parseInt(descriptor[1]));
            if (file.exists() && !isFree(file, part.text)) {
                problems.add(new Problem(file.getPath(), "the file was locked at the checkpoint, and another process, or a caller of the"
                    + " chain's first method, has locked it now", "end that process, or start the chain at main"));
            }
        }
    }

    private static boolean isFree(File file, String[] entry) {
        boolean shared = true;
        for (int i = 1; i < entry.length; i += PARTS) {
            shared &= Boolean.parseBoolean(entry[i + 2]);
        }
        try (RandomAccessFile opened = new RandomAccessFile(file, shared ? "r" : "rw")) {
            for (int i = 1; i < entry.length; i += PARTS) {
                if (lock(opened.getChannel(), entry, i) == null) {
                    return false;
                }
            }
            return true;
        } catch (OverlappingFileLockException e) {
            return false;
        } catch (IOException e) {
            return false;
        }
    }

    private static FileLock lock(FileChannel channel, String[] entry, int i) throws IOException {
        return channel.tryLock(Long.parseLong(entry[i]), Long.parseLong(entry[i + 1]), Boolean.parseBoolean(entry[i + 2]));
    }

    /** Asks for a channel's locks again. */
    static void restore(FileChannel channel, String[] entry, GraphReader graph) throws IOException {
        for (int i = 1; i < entry.length; i += PARTS) {
            FileLock lock = lock(channel, entry, i);
            if (lock == null) {
                throw new IOException("another process has locked a file that was locked at the checkpoint; end that process");
            }
            int captured = Integer.parseInt(entry[i + 3]);
            if (captured > 0) {
                Object table = Access.getField(channel, channel.getClass(), "fileLockTable");
                Access.call(table, table.getClass(), "replace", lock, graph.object(captured));
            }
        }
    }

    /** Whether the locks of the lock's channel can be taken again. */
    static void check(Object o) throws Obstacle {
        FileLock lock = (FileLock) o;
        Channel by = lock.acquiredBy();
        if (lock.isValid() && !(by instanceof FileChannel)) {
            throw new Obstacle("a lock of an asynchronous channel", "release the lock before the checkpoint");
        }
    }

    @SuppressWarnings("unchecked")
    static void restoreHandler(Object o, String[] entry) {
        ((Collection<String>) Access.getField(null, handler(o.getClass()), "locks")).add(entry[0]);
    }

    /** How the graph treats them. */
    public static final class AsKind extends Kind {
        @Override
        public String[] capturePart(Object o, GraphWriter graph) throws Obstacle {
            if (Descriptors.isChannel(o.getClass())) {
                return FileLocks.capture((FileChannel) o, graph.ids);
            }
            FileLocks.check(o);
            return null;
        }

        @Override
        public void check(Parts parts, List<Problem> problems) {
            if (problems.isEmpty()) { // else it may be no file
                FileLocks.check(parts, problems);
            }
        }

        @Override
        public void restorePart(Object o, String[] part, GraphReader graph) throws IOException {
            FileLocks.restore((FileChannel) o, part, graph);
        }
    }

    /** How the graph treats handlers of logs that write files. */
    public static final class LogFiles extends Kind {
        @Override
        public String[] capturePart(Object o, GraphWriter graph) {
            return FileLocks.captureHandler(o);
        }

        @Override
        public void restorePart(Object o, String[] part, GraphReader graph) {
            FileLocks.restoreHandler(o, part);
        }
    }
}
