package jcp.runtime.files;

import java.io.FileDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.lang.ref.Cleaner;
import java.nio.charset.Charset;
import java.util.Set;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipFile;
import jcp.runtime.graph.GraphReader;
import jcp.runtime.graph.GraphWriter;
import jcp.runtime.graph.Kind;
import jcp.runtime.graph.Obstacle;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.CleanerEntries;
import jcp.runtime.jvm.FileObjects;
import jcp.runtime.jvm.IdTable;

/**
 * Zip and jar files. Of the object all is copied but its resource: the open file, the central directory, the streams to be
 * closed with it, and spare decompressors. A fresh ZipFile of the same file gives its resource away to the copy.
 *
 * <p>The streams of entries are copied as they are: they hold offsets in the file. Those that decompress have a clean-up
 * action for their decompressor ({@code Compression}), which is made anew.
 */
public final class ZipFiles {
    private ZipFiles() {}

    private static final String RESOURCE = "java.util.zip.ZipFile$CleanableResource";

    /** The descriptor of an open zip file; null if it is closed. */
    private static FileDescriptor descriptor(ZipFile zip) {
        Object source = source(Access.getField(zip, ZipFile.class, "res"));
        Object file = source == null ? null : Access.getField(source, source.getClass(), "zfile");
        return file == null ? null : (FileDescriptor) Access.getField(file, RandomAccessFile.class, "fd");
    }

    private static Object source(Object resource) {
        return resource == null ? null : Access.getField(resource, Access.jdk(RESOURCE), "zsrc");
    }

    /** File, charset, and the numbers of the streams that closing must close. */
    static String[] capture(ZipFile zip, FileTable files, IdTable ids) throws Obstacle {
        FileDescriptor fd = descriptor(zip);
        if (fd == null || (Boolean) Access.getField(zip, ZipFile.class, "closeRequested")) {
            return new String[] {"closed"};
        }
        int file = files.add(FileObjects.number(fd), false, false);
        Object resource = Access.getField(zip, ZipFile.class, "res");
        Object source = source(resource);
        Object coder = Access.hasField(ZipFile.class, "zipCoder") ? Access.getField(zip, ZipFile.class, "zipCoder")
            : Access.getField(source, source.getClass(), "zc");
        String charset = ((Charset) Access.getField(coder, Access.jdk("java.util.zip.ZipCoder"), "cs")).name();
        StringBuilder streams = new StringBuilder();
        for (Object stream : streams(resource).toArray()) {
            int number = ids.get(stream);
            if (number != 0) { // else nothing can read it any more
                streams.append(streams.length() == 0 ? "" : " ").append(number);
            }
        }
        return new String[] {"open", Integer.toString(file), charset, streams.toString()};
    }

    @SuppressWarnings("unchecked")
    private static Set<InputStream> streams(Object resource) {
        return (Set<InputStream>) Access.getField(resource, Access.jdk(RESOURCE), "istreams");
    }

    static void restore(ZipFile zip, String[] entry, GraphReader graph) throws IOException {
        Object own = Access.getField(zip, ZipFile.class, "res"); // of an object that the replay has not made
        if (entry[0].equals("closed")) {
            if (own != null) {
                ((Cleaner.Cleanable) Access.getField(own, own.getClass(), "cleanable")).clean();
            }
            return;
        }
        if (source(own) == null) {
            open(zip, entry, graph);
        }
        Set<InputStream> streams = streams(Access.getField(zip, ZipFile.class, "res"));
        for (String number : entry[3].isEmpty() ? new String[0] : entry[3].split(" ")) {
            streams.add((InputStream) graph.object(Integer.parseInt(number)));
        }
    }

    @SuppressWarnings("resource") // the copy has it
    private static void open(ZipFile zip, String[] entry, GraphReader graph) throws IOException {
        ZipFile fresh = new ZipFile(FileTable.file(graph.parts, Integer.parseInt(entry[1])), ZipFile.OPEN_READ, Charset.forName(entry[2]));
        Object resource = Access.getField(fresh, ZipFile.class, "res");
        CleanerEntries.adopt(zip, (Runnable) resource, resource.getClass());
        Access.setField(zip, ZipFile.class, "res", resource);
    }

    /** The action that gives the decompressor back to the zip file. */
    static void restoreStream(InflaterInputStream stream) {
        Class<?> type = stream.getClass();
        Object resource = Access.getField(Access.getField(stream, type, "this$0"), ZipFile.class, "res");
        if (resource == null || Access.getField(stream, type, "cleanable") != null) {
            return; // closed with its file, or the JVM's own
        }
        Object inflater = Access.getField(stream, InflaterInputStream.class, "inf");
        try {
            Class<?> actions = Access.jdk("java.util.zip.ZipFile$InflaterCleanupAction");
            Object action = Access.U.allocateInstance(actions);
            Access.setField(action, actions, "inf", inflater);
            Access.setField(action, actions, "res", resource);
            Access.setField(stream, type, "cleanable", CleanerEntries.register(stream, (Runnable) action));
        } catch (InstantiationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** How the graph treats them. */
    public static final class AsKind extends Kind {
        @Override
        public String[] skippedFields() {
            return new String[] {
                "java.util.zip.ZipFile.res"};
        }

        @Override
        public String[] capturePart(Object o, GraphWriter graph) throws Obstacle {
            return ZipFiles.capture((ZipFile) o, FileTable.of(graph), graph.ids);
        }

        @Override
        public void restorePart(Object o, String[] part, GraphReader graph) throws IOException {
            ZipFiles.restore((ZipFile) o, part, graph);
        }
    }

    /** How the graph treats streams that read compressed entries. */
    public static final class Streams extends Kind {
        @Override
        public String[] skippedFields() {
            return new String[] {
                "java.util.zip.ZipFile$ZipFileInflaterInputStream.cleanable"};
        }

        @Override
        public void restorePart(Object o, String[] part, GraphReader graph) {
            ZipFiles.restoreStream((InflaterInputStream) o);
        }
    }
}
