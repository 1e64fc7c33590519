package jcp.runtime.kinds;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import jcp.runtime.format.Sink;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.Libraries;

/**
 * zlib's state of a compressor or a decompressor in native memory: read, and written over the state of a fresh one.
 *
 * <p>As {@code deflateCopy} and {@code inflateCopy} do it, but from outside: a {@code z_stream} points to one structure, that to a few
 * pieces of plain data, whose lengths it says. Pointers in the structure, to itself, to the stream, the pieces or zlib's constants, are
 * noted by what they lead to; all else is copied as it is.
 *
 * <p>Where they lie is written in {@link ZlibTable}. No state is read or written in
 * which numbers and pointers are not related as in such a one, and none before it was tried in this JVM that a state which was taken and
 * given goes on like the one that it was taken from. The replay's zlib must have the same code.
 *
 * <p>Left out: other libraries than zlib, systems without {@code /proc} or without glibc, whose note before the structure says how
 * long that is.
 */
public final class ZlibState {
    // z_stream (zlib.h)
    private static final int TOTAL_IN = 16;
    private static final int TOTAL_OUT = 40;
    private static final int MESSAGE = 48;
    private static final int STATE = 56;
    private static final int ALLOCATE = 64;
    private static final int DATA_TYPE = 88;
    private static final int CHECK = 96;
    private static final int STREAM = 112;

    /** By how much glibc may give more than it was asked for. */
    private static final int SLACK = 32;
    /** In glibc's note, beside the length. */
    private static final int FLAGS = 7;
    /** Bytes on which a compressor is tried, and of them what it gets first: more than a window. */
    private static final int DATA = 70_000;
    private static final int BEGUN = 40_000;
    /**
     * A block with codes of its own, without header, in hexadecimal digits. A constant, since a program that only reads may be the first
     * to link {@link Deflater} after the checkpoint.
     */
    private static final String BLOCK = "6551010e833008fc0a5f438769b3a5354a62fcfdee689d354b6c2b7007072493bc4bc2c92e758b3fe7359d784d8eec49b4b9"
        + "ea2273b2f9bdd65c5cbc923219a28a58a1a3540fb0459ecdd68f9e72200c6ba0ead32a2fc94548eaf560e1631a9e9ea63f03"
        + "711493d46581fe8e821cddacc9fe27de38dd1b9575d0cdf154461d7be863ea0002c726bda9650d4418252a10b9ab997ea121"
        + "239ccd3faa5924866ed71ab459e82146178eab68cc078c678a7b4a5882f6213a7718f717";
    /** Bytes of the block that a decompressor in its middle has read. */
    private static final int HALF = 93;

    private final ZlibTable table;
    private final Libraries libraries = new Libraries();
    private final long library;
    private final int checksum;

    private ZlibState(ZlibTable table, long stream) throws IOException {
        this.table = table;
        long allocate = Access.U.getLong(stream + ALLOCATE);
        library = libraries.of(allocate);
        checksum = library == 0 ? 0 : libraries.checksum(allocate);
    }

    private static long structure(long stream) {
        return Access.U.getLong(stream + STATE);
    }

    private static long word(long stream, int offset) {
        return Access.U.getLong(structure(stream) + offset);
    }

    /** What glibc notes before a piece of memory: its length with the note, and flags. */
    private static long noted(long state) {
        return (Access.U.getLong(state - Long.BYTES) & ~FLAGS) - Long.BYTES;
    }

    private boolean isKnown(long stream) {
        long state = structure(stream);
        long size = state == 0 || library == 0 ? 0 : noted(state);
        long message = Access.U.getLong(stream + MESSAGE);
        if (size < table.least || size > table.least + SLACK || Access.U.getLong(state) != stream || !table.isLike(state)
                || message != 0 && libraries.of(message) != library) {
            return false;
        }
        for (int offset : table.pointers) {
            if (place(stream, word(stream, offset)) == null) {
                return false;
            }
        }
        return true;
    }

    /** Where an address lies: what part of the state, or zlib's constants, and how far in it; null if in neither. */
    private String place(long stream, long address) {
        long own = structure(stream);
        if (address == stream) {
            return "stream 0";
        }
        if (address >= own && address < own + table.least) {
            return "structure " + (address - own);
        }
        for (int i = 0; i < table.pieces.length; i++) {
            long start = word(stream, table.pieces[i]);
            if (start != 0 && address >= start && address <= start + table.length(own, i)) {
                return i + " " + (address - start);
            }
        }
        return libraries.of(address) == library ? "library " + (address - library) : null;
    }

    private long address(long stream, String place) {
        String[] words = place.split(" ");
        long base = words[0].equals("stream") ? stream : words[0].equals("structure") ? structure(stream)
            : words[0].equals("library") ? library : word(stream, table.pieces[Integer.parseInt(words[0])]);
        return base + Long.parseLong(words[1]);
    }

    /** What the state is, as text; null if it is not known. */
    String[] capture(long stream) {
        if (!isKnown(stream)) {
            return null;
        }
        long state = structure(stream);
        long message = Access.U.getLong(stream + MESSAGE);
        List<String> image = new ArrayList<>();
        image.add(Integer.toString(checksum));
        image.add(read(stream, STREAM));
        image.add(message == 0 ? null : place(stream, message));
        image.add(read(state, (int) noted(state)));
        for (int i = 0; i < table.pieces.length; i++) {
            int length = table.length(state, i);
            image.add(length == 0 ? null : read(word(stream, table.pieces[i]), length));
        }
        for (int offset : table.pointers) {
            image.add(place(stream, word(stream, offset)));
        }
        return image.toArray(new String[0]);
    }

    private static final int MESSAGE_AT = 2;
    private static final int STRUCTURE_AT = 3;
    private static final int PIECES_AT = 4;

    /** Whether the state has its pieces, which a fresh one may lack. */
    private boolean hasAll(String[] image) {
        for (int i = 0; i < table.pieces.length; i++) {
            if (image[PIECES_AT + i] == null) {
                return false;
            }
        }
        return true;
    }

    private void restore(String[] image, long stream) throws IOException {
        if (!fits(image, stream)) {
            throw new IOException("this JVM uses another zlib library than the capturing run; replay with the same library, or capture again");
        }
        long state = structure(stream);
        long[] pieces = new long[table.pieces.length];
        for (int i = 0; i < pieces.length; i++) {
            pieces[i] = word(stream, table.pieces[i]);
            if (image[PIECES_AT + i] != null) {
                write(image[PIECES_AT + i], image[PIECES_AT + i].length(), pieces[i]);
            }
        }
        write(image[STRUCTURE_AT], (int) Math.min(image[STRUCTURE_AT].length(), noted(state)), state);
        for (int i = 0; i < pieces.length; i++) {
            Access.U.putLong(state + table.pieces[i], pieces[i]);
        }
        for (int i = 0; i < table.pointers.length; i++) {
            Access.U.putLong(state + table.pointers[i], address(stream, image[PIECES_AT + pieces.length + i]));
        }
        byte[] head = bytes(image[1]);
        for (int at : new int[] {TOTAL_IN, TOTAL_OUT, DATA_TYPE, CHECK}) {
            Access.U.putLong(stream + at, Access.U.getLongUnaligned(head, Sink.BYTES + at));
        }
        Access.U.putLong(stream + MESSAGE, image[MESSAGE_AT] == null ? 0 : address(stream, image[MESSAGE_AT]));
    }

    private boolean fits(String[] image, long stream) {
        boolean fits = isKnown(stream) && image.length == PIECES_AT + table.pieces.length + table.pointers.length
            && Integer.parseInt(image[0]) == checksum && image[1].length() == STREAM
            && Math.abs(image[STRUCTURE_AT].length() - noted(structure(stream))) < SLACK;
        for (int i = 0; fits && i < table.pieces.length; i++) {
            String piece = image[PIECES_AT + i];
            fits = piece == null || word(stream, table.pieces[i]) != 0 && piece.length() <= table.length(structure(stream), i);
        }
        for (int i = PIECES_AT + table.pieces.length; fits && i < image.length; i++) {
            fits = place(stream, address(stream, image[i])) != null;
        }
        return fits && (image[MESSAGE_AT] == null || libraries.of(address(stream, image[MESSAGE_AT])) == library);
    }

    private static String read(long address, int length) {
        byte[] bytes = new byte[length];
        Access.U.copyMemory(null, address, bytes, Sink.BYTES, length);
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static void write(String content, int length, long address) {
        Access.U.copyMemory(bytes(content), Sink.BYTES, null, address, length);
    }

    // ---- compressors ----------------------------------------------------------------------------------------------------

    /** Made when it is first asked for. */
    private static final class Deflaters {
        static final ZlibState ONLY = tried();

        private static ZlibState tried() {
            Deflater one = new Deflater();
            Deflater two = null;
            try {
                byte[] data = data();
                one.setInput(data, 0, BEGUN);
                one.deflate(new byte[DATA]);
                long stream = Compression.address(one, Deflater.class);
                ZlibState state = new ZlibState(ZlibTable.DEFLATE, stream);
                String[] image = state.capture(stream);
                two = image == null ? null : state.deflater(image);
                return two != null && Arrays.equals(rest(one, data), rest(two, data)) ? state : null;
            } catch (IOException e) {
                return null;
            } finally {
                one.end();
                if (two != null) {
                    two.end();
                }
            }
        }

        private static byte[] data() {
            byte[] data = new byte[DATA];
            int random = 1;
            for (int i = 0; i < DATA; i++) {
                random = random * 1103515245 + 12345;
                data[i] = (byte) ('a' + (random >>> 16 & random >>> 20 & 31));
            }
            return data;
        }

        private static byte[] rest(Deflater deflater, byte[] data) {
            byte[] out = new byte[2 * DATA];
            deflater.setInput(data, 1, DATA - 1);
            deflater.finish();
            deflater.deflate(out);
            return out;
        }
    }

    /** Of compressors; null if this JVM's zlib is not known. */
    static ZlibState ofDeflaters() {
        return Deflaters.ONLY;
    }

    /** A compressor with this state, but for its fields. */
    Deflater deflater(String[] image) throws IOException {
        Deflater fresh = new Deflater();
        try {
            restore(image, Compression.address(fresh, Deflater.class));
            return fresh;
        } catch (IOException e) {
            fresh.end();
            throw e;
        }
    }

    // ---- decompressors --------------------------------------------------------------------------------------------------

    /** Made when it is first asked for. */
    private static final class Inflaters {
        static final ZlibState ONLY = tried();

        private static ZlibState tried() {
            Inflater one = begun();
            Inflater two = null;
            try {
                long stream = Compression.address(one, Inflater.class);
                ZlibState state = new ZlibState(ZlibTable.INFLATE, stream);
                String[] image = state.capture(stream);
                two = image == null ? null : state.inflater(image);
                return two != null && Arrays.equals(rest(one), rest(two)) ? state : null;
            } catch (IOException e) {
                return null;
            } finally {
                one.end();
                if (two != null) {
                    two.end();
                }
            }
        }

        /** One that is in the middle of a block, so that it has a window. */
        private static Inflater begun() {
            Inflater inflater = new Inflater(true);
            inflater.setInput(block(), 0, HALF);
            inflate(inflater, new byte[DATA]);
            return inflater;
        }

        private static byte[] rest(Inflater inflater) {
            byte[] out = new byte[DATA];
            byte[] block = block();
            inflater.setInput(block, HALF, block.length - HALF);
            inflate(inflater, out);
            return out;
        }

        private static void inflate(Inflater inflater, byte[] out) {
            try {
                inflater.inflate(out);
            } catch (DataFormatException e) {
                throw new IllegalStateException(e); // the block is a good one
            }
        }

        private static byte[] block() {
            byte[] block = new byte[BLOCK.length() / 2];
            for (int i = 0; i < block.length; i++) {
                block[i] = (byte) (Character.digit(BLOCK.charAt(2 * i), 16) << 4 | Character.digit(BLOCK.charAt(2 * i + 1), 16));
            }
            return block;
        }
    }

    /** Of decompressors; null if this JVM's zlib is not known. */
    static ZlibState ofInflaters() {
        return Inflaters.ONLY;
    }

    /** A decompressor with this state, but for its fields. */
    Inflater inflater(String[] image) throws IOException {
        Inflater fresh = hasAll(image) ? Inflaters.begun() : new Inflater();
        try {
            restore(image, Compression.address(fresh, Inflater.class));
            return fresh;
        } catch (IOException e) {
            fresh.end();
            throw e;
        }
    }
}
