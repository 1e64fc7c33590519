package jcp.runtime;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.CheckedInputStream;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Decompressors and compressors, whose state is zlib's, outside the Java heap.
 *
 * <p>A decompressor in mid-stream is made again by feeding a fresh one what the old one has read, if those bytes still lie in
 * its input array, in the zip file, or in the open file below the stream that owns it, right before the bytes that it reads
 * next. That they do is tried when the checkpoint is taken: a fresh decompressor must read and write as many bytes and come
 * to the same checksum. Others, and compressors that have begun, are copied as zlib has them in memory ({@link ZlibState}).
 *
 * <p>Whether a stream has zlib's header is known to zlib only; without header the checksum is 0, with one it begins at 1.
 */
final class Compression {
    static final String INFLATER = "inflater ";
    static final String DEFLATER = "deflater ";
    private static final String IMAGE = "image";

    private final List<Object> objects;
    private final FileTable files;
    /** Null until one is wanted. */
    private ZlibState inflaters;
    private ZlibState deflaters;

    Compression(List<Object> objects, FileTable files) {
        this.objects = objects;
        this.files = files;
    }

    // ---- decompressors --------------------------------------------------------------------------------------------------

    /** Where bytes come from: {@code bytes}, or a range of a file. */
    private static final class Range {
        byte[] bytes;
        int descriptor;
        long start;
    }

    String[] take(Inflater inflater) throws FileTable.Obstacle {
        if (address(inflater, Inflater.class) == 0) {
            return Leaves.leaf("ended");
        }
        long read = inflater.getBytesRead();
        long written = inflater.getBytesWritten();
        boolean bare = inflater.getAdler() == 0;
        boolean begun = read != 0 || written != 0;
        if (!begun && (!bare || inflaters() == null)) {
            return Leaves.leaf("bytes", Boolean.toString(bare), "0", "0", "");
        }
        Range range = begun ? range(inflater, read) : null; // without header it may have got a dictionary already
        if (range == null || !isThere(range, inflater, bare)) {
            return image(inflaters(), address(inflater, Inflater.class), "decompression state is outside the Java heap, the bytes that led"
                + " to it are not found, and this JVM's zlib is not known");
        }
        if (range.bytes != null) {
            return Leaves.leaf("bytes", Boolean.toString(bare), Long.toString(read), Long.toString(written),
                new String(range.bytes, StandardCharsets.ISO_8859_1));
        }
        int file = files.add(range.descriptor, false, false);
        return Leaves.leaf("file", Boolean.toString(bare), Long.toString(read), Long.toString(written), Integer.toString(file),
            Long.toString(range.start));
    }

    private ZlibState inflaters() {
        inflaters = inflaters == null ? ZlibState.ofInflaters() : inflaters;
        return inflaters;
    }

    /** Whether feeding the bytes again leads to the same state. */
    private static boolean isThere(Range range, Inflater inflater, boolean bare) {
        try {
            return same(inflater, replayed(bare, open(range), inflater.getBytesRead(), inflater.getBytesWritten()));
        } catch (IOException | DataFormatException e) {
            return false;
        }
    }

    private String[] image(ZlibState zlib, long stream, String otherwise) throws FileTable.Obstacle {
        String[] image;
        try {
            image = zlib == null ? null : zlib.take(stream);
        } catch (IOException e) {
            image = null;
        }
        if (image == null) {
            throw new FileTable.Obstacle(otherwise, "end it before the checkpoint, or make it after the checkpoint");
        }
        String[] entry = new String[image.length + 1];
        entry[0] = IMAGE;
        System.arraycopy(image, 0, entry, 1, image.length);
        return entry;
    }

    private Range range(Inflater inflater, long read) {
        Range range = new Range();
        byte[] input = (byte[]) Access.getField(inflater, Inflater.class, "inputArray");
        int position = (Integer) Access.getField(inflater, Inflater.class, "inputPos");
        int remaining = input == null ? 0 : (Integer) Access.getField(inflater, Inflater.class, "inputLim") - position;
        InflaterInputStream owner = owner(inflater);
        if (owner == null) {
            if (input == null || read > position) {
                return null;
            }
            range.bytes = Arrays.copyOfRange(input, (int) (position - read), position);
            return range;
        }
        InputStream in = (InputStream) Access.getField(owner, FilterInputStream.class, "in");
        long ahead = remaining;
        if (ZipFiles.isInflating(owner)) {
            FileDescriptor fd = ZipFiles.descriptor((ZipFile) Access.getField(owner, owner.getClass(), "this$0"));
            if (fd == null) {
                return null;
            }
            range.descriptor = FileObjects.number(fd);
            long padding = (Boolean) Access.getField(owner, owner.getClass(), "eof") ? 1 : 0; // a byte that is not the file's
            range.start = (Long) Access.getField(in, in.getClass(), "pos") - (ahead - padding) - read;
            return range;
        }
        return below(in, ahead, read);
    }

    private InflaterInputStream owner(Inflater inflater) {
        for (Object o : objects) {
            if (o instanceof InflaterInputStream && Access.getField(o, InflaterInputStream.class, "inf") == inflater
                && !(Boolean) Access.getField(o, InflaterInputStream.class, "closed")) {
                return (InflaterInputStream) o;
            }
        }
        return null;
    }

    /** The bytes before those that lie {@code ahead} in buffers of the streams above {@code in}. */
    private static Range below(InputStream in, long ahead, long read) {
        Class<?> type = in == null ? null : in.getClass();
        Range range = new Range();
        if (type == BufferedInputStream.class) {
            int count = (Integer) Access.getField(in, type, "count");
            return below(under(in), ahead + count - (Integer) Access.getField(in, type, "pos"), read);
        }
        if (type == PushbackInputStream.class) {
            byte[] buffer = (byte[]) Access.getField(in, type, "buf");
            return buffer == null ? null : below(under(in), ahead + buffer.length - (Integer) Access.getField(in, type, "pos"), read);
        }
        if (type == DataInputStream.class || type == CheckedInputStream.class) {
            return below(under(in), ahead, read);
        }
        if (type == ByteArrayInputStream.class) {
            long end = (Integer) Access.getField(in, type, "pos") - ahead;
            if (end < read) {
                return null;
            }
            range.bytes = Arrays.copyOfRange((byte[]) Access.getField(in, type, "buf"), (int) (end - read), (int) end);
            return range;
        }
        FileDescriptor fd = in instanceof FileInputStream ? FileObjects.descriptor(in)
            : type != null && type.getName().equals("sun.nio.ch.ChannelInputStream") ? channel(Access.getField(in, type, "ch")) : null;
        if (fd == null || !fd.valid() || FileObjects.standard(fd) != null) {
            return null;
        }
        range.descriptor = FileObjects.number(fd);
        range.start = FileTable.info(range.descriptor, "pos", 10) - ahead - read;
        return range.start < 0 ? null : range;
    }

    private static FileDescriptor channel(Object channel) {
        Class<?> type = Access.jdk("sun.nio.ch.FileChannelImpl");
        return channel != null && channel.getClass() == type ? (FileDescriptor) Access.getField(channel, type, "fd") : null;
    }

    private static InputStream under(InputStream in) {
        return (InputStream) Access.getField(in, FilterInputStream.class, "in");
    }

    private static InputStream open(Range range) throws IOException {
        return range.bytes != null ? new ByteArrayInputStream(range.bytes)
            : part("/proc/self/fd/" + range.descriptor, range.start);
    }

    private static InputStream part(String file, long start) throws IOException {
        if (start < 0) {
            throw new IOException("the bytes are not in the file");
        }
        FileInputStream in = new FileInputStream(file);
        in.skip(start); // a regular file: moves the offset
        return in;
    }

    /** A fresh decompressor, fed so many bytes for so many bytes of output. Closes the input. */
    private static Inflater replayed(boolean bare, InputStream source, long read, long written) throws IOException, DataFormatException {
        Inflater inflater = new Inflater(bare);
        byte[] input = new byte[1 << 13];
        byte[] output = new byte[1 << 16];
        try (InputStream in = source) {
            long unfed = read;
            while (true) {
                long left = written - inflater.getBytesWritten();
                int n = inflater.inflate(output, 0, (int) Math.min(left, output.length));
                if (n == 0 && inflater.getRemaining() == 0 && unfed > 0) {
                    int size = in.read(input, 0, (int) Math.min(unfed, input.length));
                    if (size <= 0) {
                        break;
                    }
                    unfed -= size;
                    inflater.setInput(input, 0, size);
                } else if (n == 0) {
                    break;
                }
            }
        }
        return inflater;
    }

    /** Whether a decompressor has come to the same point; ends it. */
    private static boolean same(Inflater one, Inflater two) {
        boolean same = one.getBytesRead() == two.getBytesRead() && one.getBytesWritten() == two.getBytesWritten()
            && one.getAdler() == two.getAdler() && one.finished() == two.finished() && one.needsDictionary() == two.needsDictionary();
        two.end();
        return same;
    }

    static void give(Inflater copy, String[] entry, Map<String, String[]> state) throws IOException {
        end(copy, Inflater.class);
        Inflater fresh;
        if (entry[0].equals("ended")) {
            fresh = new Inflater();
            fresh.end();
        } else if (entry[0].equals(IMAGE)) {
            fresh = known(ZlibState.ofInflaters()).inflater(Arrays.copyOfRange(entry, 1, entry.length));
        } else {
            long read = Long.parseLong(entry[2]);
            long written = Long.parseLong(entry[3]);
            InputStream source = entry[0].equals("bytes") ? new ByteArrayInputStream(entry[4].getBytes(StandardCharsets.ISO_8859_1))
                : part(FileTable.file(state, Integer.parseInt(entry[4])).getPath(), Long.parseLong(entry[5]));
            try {
                fresh = replayed(Boolean.parseBoolean(entry[1]), source, read, written);
            } catch (DataFormatException e) {
                throw new IOException("a decompressor cannot be brought to where it was: " + e.getMessage(), e);
            }
            if (fresh.getBytesRead() != read || fresh.getBytesWritten() != written) {
                throw new IOException("a decompressor cannot be brought to where it was");
            }
        }
        move(fresh, copy, Inflater.class);
    }

    // ---- compressors ----------------------------------------------------------------------------------------------------

    String[] take(Deflater deflater) throws FileTable.Obstacle {
        if (address(deflater, Deflater.class) == 0) {
            return Leaves.leaf("ended");
        }
        Boolean bare = null;
        for (Object o : objects) {
            // a subclass of the program may have set a dictionary
            if (o instanceof DeflaterOutputStream && Access.isJdk(o.getClass())
                && Access.getField(o, DeflaterOutputStream.class, "def") == deflater) {
                bare = o instanceof GZIPOutputStream || o instanceof ZipOutputStream ? Boolean.TRUE
                    : (Boolean) Access.getField(o, DeflaterOutputStream.class, "usesDefaultDeflater") ? Boolean.FALSE : bare;
            }
        }
        boolean begun = deflater.getBytesRead() != 0 || deflater.getBytesWritten() != 0 || deflater.finished()
            || deflater.getAdler() != 1 || (Integer) Access.getField(deflater, Deflater.class, "strategy") != 0;
        if (begun || bare == null) {
            deflaters = deflaters == null ? ZlibState.ofDeflaters() : deflaters;
            return image(deflaters, address(deflater, Deflater.class), "compression state is outside the Java heap, and this JVM's"
                + " zlib is not known");
        }
        return Leaves.leaf("fresh", bare.toString());
    }

    private static ZlibState known(ZlibState zlib) throws IOException {
        if (zlib == null) {
            throw new IOException("this JVM's zlib is not known, as that of the capturing run was");
        }
        return zlib;
    }

    static void give(Deflater copy, String[] entry) throws IOException {
        end(copy, Deflater.class);
        if (entry[0].equals(IMAGE)) {
            move(known(ZlibState.ofDeflaters()).deflater(Arrays.copyOfRange(entry, 1, entry.length)), copy, Deflater.class);
            return;
        }
        boolean ended = entry[0].equals("ended");
        // level and strategy: the copy's own fields, which it passes on with its first bytes
        Deflater fresh = new Deflater((Integer) Access.getField(copy, Deflater.class, "level"), !ended && Boolean.parseBoolean(entry[1]));
        if (ended) {
            fresh.end();
        }
        move(fresh, copy, Deflater.class);
    }

    // ---- both -----------------------------------------------------------------------------------------------------------

    static long address(Object o, Class<?> in) {
        Object stream = Access.getField(o, in, "zsRef");
        return (Long) Access.getField(stream, stream.getClass(), "address");
    }

    /** Frees the part of an object that the replay has not made. */
    private static void end(Object o, Class<?> in) {
        Object stream = Access.getField(o, in, "zsRef");
        if (stream != null) {
            ((java.lang.ref.Cleaner.Cleanable) Access.getField(stream, stream.getClass(), "cleanable")).clean();
        }
    }

    private static void move(Object from, Object to, Class<?> in) {
        Object stream = Access.getField(from, in, "zsRef");
        ZipFiles.adopt(to, (Runnable) stream, stream.getClass());
        Access.setField(to, in, "zsRef", stream);
    }
}
