package jcp.runtime.kinds;

import java.io.IOException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import jcp.runtime.graph.GraphReader;
import jcp.runtime.graph.GraphWriter;
import jcp.runtime.graph.Kind;
import jcp.runtime.graph.Obstacle;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.CleanerEntries;

/**
 * Compressors and decompressors, whose state is zlib's, outside the Java heap: copied with the rest of the object, as zlib has it in
 * memory ({@link ZlibState}). Their own methods are not called, since a subclass of the program's may have others.
 */
public final class Compression {
    private Compression() {}

    /** The state; of one that has ended, nothing. */
    static String[] capture(Inflater inflater) throws Obstacle {
        long stream = address(inflater, Inflater.class);
        return stream == 0 ? new String[0] : image(ZlibState.ofInflaters(), stream, "decompression");
    }

    static String[] captureDeflater(Object deflater) throws Obstacle {
        long stream = address(deflater, Deflater.class);
        return stream == 0 ? new String[0] : image(ZlibState.ofDeflaters(), stream, "compression");
    }

    private static String[] image(ZlibState zlib, long stream, String what) throws Obstacle {
        String[] image = zlib == null ? null : zlib.capture(stream);
        if (image == null) {
            throw new Obstacle(what + " state is outside the Java heap, and jcp does not know this JVM's zlib or memory allocator",
                "call end() or close the stream before the checkpoint, or create the object after the checkpoint");
        }
        return image;
    }

    static void restore(Inflater copy, String[] image) throws IOException {
        end(copy, Inflater.class);
        Inflater fresh;
        if (image.length == 0) {
            fresh = new Inflater();
            fresh.end();
        } else {
            fresh = known(ZlibState.ofInflaters()).inflater(image);
        }
        move(fresh, copy, Inflater.class);
    }

    static void restoreDeflater(Object o, String[] image) throws IOException {
        Deflater copy = (Deflater) o;
        end(copy, Deflater.class);
        Deflater fresh;
        if (image.length == 0) {
            fresh = new Deflater();
            fresh.end();
        } else {
            fresh = known(ZlibState.ofDeflaters()).deflater(image);
        }
        move(fresh, copy, Deflater.class);
    }

    private static ZlibState known(ZlibState zlib) throws IOException {
        if (zlib == null) {
            throw new IOException("jcp does not know this JVM's zlib library; replay with the zlib library of the capturing run");
        }
        return zlib;
    }

    /** Of the {@code z_stream}; 0 if it has ended. */
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
        CleanerEntries.adopt(to, (Runnable) stream, stream.getClass());
        Access.setField(to, in, "zsRef", stream);
    }

    /** How the graph treats decompressors. */
    public static final class Inflaters extends Kind {
        @Override
        public String[] skippedFields() {
            return new String[] {
                "java.util.zip.Inflater.zsRef"};
        }

        @Override
        public String[] capturePart(Object o, GraphWriter graph) throws Obstacle {
            return Compression.capture((Inflater) o);
        }

        @Override
        public void restorePart(Object o, String[] part, GraphReader graph) throws IOException {
            Compression.restore((Inflater) o, part);
        }
    }

    /** How the graph treats compressors. */
    public static final class Deflaters extends Kind {
        @Override
        public String[] skippedFields() {
            return new String[] {
                "java.util.zip.Deflater.zsRef"};
        }

        @Override
        public String[] capturePart(Object o, GraphWriter graph) throws Obstacle {
            return Compression.captureDeflater(o);
        }

        @Override
        public void restorePart(Object o, String[] part, GraphReader graph) throws IOException {
            Compression.restoreDeflater(o, part);
        }
    }
}
