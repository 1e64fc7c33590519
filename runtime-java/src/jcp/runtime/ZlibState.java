package jcp.runtime;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * zlib's state of a compressor or a decompressor in native memory: read, and written over the state of a fresh one.
 *
 * <p>As {@code deflateCopy} and {@code inflateCopy} do it, but from outside: a {@code z_stream} points to one structure, that to a few
 * pieces of plain data. Which words of the structure are pointers differs from version to version of zlib. It is seen on
 * several states made for it: a word is one if in all of them it leads to the own stream, structure, pieces, or zlib's constants.
 * All else is copied as it is.
 *
 * <p>Whether that holds is tried, in each JVM, before anything is taken: a state that was taken and given must go on like
 * the one that it was taken from, on the same data. The replay's zlib must have the same code.
 *
 * <p>Left out: systems without {@code /proc} or glibc, and windows of other sizes than the JDK's own streams have.
 */
final class ZlibState {
    // z_stream (zlib.h, 64 bits)
    private static final int TOTAL_IN = 16;
    private static final int TOTAL_OUT = 40;
    private static final int MESSAGE = 48;
    private static final int STATE = 56;
    private static final int ALLOCATE = 64;
    private static final int DATA_TYPE = 88;
    private static final int CHECK = 96;
    private static final int STREAM = 112;

    private static final int WORD = 8;
    /** By how much a piece may be longer than it was asked for, besides rounding. */
    private static final int SLACK = 16;
    /** So many states are looked at: what lies in unused parts of all by chance is taken for no pointer. */
    private static final int SAMPLES = 3;
    private static final int DATA = 70_000;
    /** A block with codes of its own, without header, in hexadecimal digits. A constant, since who only reads may not be the first to link {@link Deflater}. */
    private static final String BLOCK = "6551010e833008fc0a5f438769b3a5354a62fcfdee689d354b6c2b7007072493bc4bc2c92e758b3fe7359d784d8eec49b4b9ea2273b2f9bd"
        + "d65c5cbc923219a28a58a1a3540fb0459ecdd68f9e72200c6ba0ead32a2fc94548eaf560e1631a9e9ea63f03711493d46581fe8e821cddac"
        + "c9fe27de38dd1b9575d0cdf154461d7be863ea0002c726bda9650d4418252a10b9ab997ea121239ccd3faa5924866ed71ab459e82146178e"
        + "ab68cc078c678a7b4a5882f6213a7718f717";
    private static final int HALF = 93;

    /** A word of the structure that is a pointer. */
    private static final class Slot {
        final int offset;
        /** The least length of the piece that begins there in the states looked at; 0 if it points into what is known. */
        final int length;

        Slot(int offset, int length) {
            this.offset = offset;
            this.length = length;
        }
    }

    /** As it is now: what is allocated may lie where nothing was mapped before. */
    private NativeMemory memory;
    private final long library;
    private final int checksum;
    /** The least length of the structure in the states looked at. */
    private int length = Integer.MAX_VALUE;
    /** Pieces first. */
    private final List<Slot> slots = new ArrayList<>();
    private int pieces;

    private ZlibState(long[] samples) throws IOException {
        memory = new NativeMemory();
        long allocate = Access.U.getLong(samples[0] + ALLOCATE);
        library = memory.library(allocate);
        checksum = library == 0 ? 0 : memory.checksum(allocate);
        for (long sample : samples) {
            length = Math.min(length, memory.length(structure(sample)));
        }
        for (int offset = 0; offset + WORD <= length; offset += WORD) {
            int piece = piece(samples, offset);
            if (piece > 0) {
                slots.add(new Slot(offset, piece));
            }
        }
        pieces = slots.size();
        for (int offset = 0; offset + WORD <= length; offset += WORD) {
            if (isPointer(samples, offset)) {
                slots.add(new Slot(offset, 0));
            }
        }
    }

    private static long structure(long stream) {
        return Access.U.getLong(stream + STATE);
    }

    private static long word(long stream, int offset) {
        return Access.U.getLong(structure(stream) + offset);
    }

    /** The length of the pieces to which all these words lead, different ones; 0 if they do not. */
    private int piece(long[] samples, int offset) {
        int least = Integer.MAX_VALUE;
        int most = 0;
        for (int i = 0; i < samples.length; i++) {
            long at = word(samples[i], offset);
            int size = place(samples[i], at) == null ? memory.length(at) : -1;
            least = Math.min(least, size);
            most = Math.max(most, size);
            for (int j = 0; j < i; j++) {
                least = word(samples[j], offset) == at ? -1 : least;
            }
        }
        return least > 0 && most - least <= SLACK ? least : 0;
    }

    private boolean isPointer(long[] samples, int offset) {
        for (int i = 0; i < pieces; i++) {
            if (slots.get(i).offset == offset) {
                return false;
            }
        }
        for (long sample : samples) {
            if (place(sample, word(sample, offset)) == null) {
                return false;
            }
        }
        return true;
    }

    /** Where an address lies: what part of the state, or zlib's constants, and how far in it; null if in neither. */
    private String place(long stream, long address) {
        long own = structure(stream);
        if (address >= stream && address < stream + STREAM) {
            return "stream " + (address - stream);
        }
        if (address >= own && address < own + length) {
            return "structure " + (address - own);
        }
        for (int i = 0; i < slots.size() && slots.get(i).length > 0; i++) {
            long start = word(stream, slots.get(i).offset);
            if (address >= start && address <= start + slots.get(i).length) {
                return i + " " + (address - start);
            }
        }
        return memory.library(address) == library ? "library " + (address - library) : null;
    }

    private long address(long stream, String place) {
        String[] words = place.split(" ");
        long base = words[0].equals("stream") ? stream : words[0].equals("structure") ? structure(stream)
            : words[0].equals("library") ? library : word(stream, slots.get(Integer.parseInt(words[0])).offset);
        return base + Long.parseLong(words[1]);
    }

    /** What the state is, as text; null if it is not laid out as the others are. */
    String[] take(long stream) throws IOException {
        memory = new NativeMemory();
        List<String> image = new ArrayList<>();
        int size = memory.length(structure(stream));
        if (size < length || size > length + SLACK || Access.U.getLong(stream + MESSAGE) != 0) {
            return null;
        }
        image.add(Integer.toString(checksum));
        image.add(text(NativeMemory.read(stream, STREAM)));
        image.add(text(NativeMemory.read(structure(stream), length)));
        for (Slot slot : slots) {
            long at = word(stream, slot.offset);
            boolean piece = slot.length > 0;
            if (at != 0 && piece) {
                int has = memory.length(at);
                if (has < slot.length || has > slot.length + SLACK) {
                    return null;
                }
            }
            String place = at == 0 || piece ? null : place(stream, at);
            if (at != 0 && !piece && place == null) {
                return null;
            }
            image.add(Integer.toString(slot.offset));
            image.add(at == 0 ? null : piece ? text(NativeMemory.read(at, slot.length)) : place);
        }
        return image.toArray(new String[0]);
    }

    private static final int SLOTS = 3;

    /** Whether the state has a piece that a fresh one may lack. */
    private boolean hasAll(String[] image) {
        for (int i = 0; i < pieces; i++) {
            if (image[SLOTS + 2 * i + 1] == null) {
                return false;
            }
        }
        return true;
    }

    private void give(String[] image, long stream) throws IOException {
        memory = new NativeMemory();
        if (!fits(image, stream)) {
            throw new IOException("this JVM's zlib is another one than that of the capturing run");
        }
        long own = structure(stream);
        long[] starts = new long[pieces];
        for (int i = 0; i < pieces; i++) {
            starts[i] = word(stream, slots.get(i).offset);
        }
        write(image[2], own);
        for (int i = 0; i < pieces; i++) {
            Access.U.putLong(own + slots.get(i).offset, starts[i]);
            if (starts[i] != 0) {
                write(image[SLOTS + 2 * i + 1], starts[i]);
            }
        }
        for (int i = pieces; i < slots.size(); i++) {
            String place = image[SLOTS + 2 * i + 1];
            Access.U.putLong(own + slots.get(i).offset, place == null ? 0 : address(stream, place));
        }
        byte[] head = bytes(image[1]);
        for (int at : new int[] {TOTAL_IN, TOTAL_OUT, DATA_TYPE, CHECK}) {
            Access.U.putLong(stream + at, Access.U.getLongUnaligned(head, Sink.BYTES + at));
        }
    }

    private boolean fits(String[] image, long stream) {
        boolean fits = image.length == SLOTS + 2 * slots.size() && Integer.parseInt(image[0]) == checksum
            && image[1].length() == STREAM && fits(image[2], structure(stream));
        for (int i = 0; fits && i < slots.size(); i++) {
            String content = image[SLOTS + 2 * i + 1];
            long at = word(stream, slots.get(i).offset);
            fits = Integer.parseInt(image[SLOTS + 2 * i]) == slots.get(i).offset
                && (content == null ? i >= pieces || at == 0
                    : i < pieces ? at != 0 && fits(content, at) : place(stream, address(stream, content)) != null);
        }
        return fits;
    }

    private boolean fits(String content, long at) {
        return Math.abs(content.length() - memory.length(at)) <= SLACK;
    }

    /** Writes what was asked for of a piece, and what both have of the rest. */
    private void write(String content, long at) {
        byte[] bytes = bytes(content);
        Access.U.copyMemory(bytes, Sink.BYTES, null, at, Math.min(bytes.length, memory.length(at)));
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    // ---- compressors ----------------------------------------------------------------------------------------------------

    /** Of compressors; null if this JVM's zlib is not understood. */
    static ZlibState ofDeflaters() {
        Deflater[] samples = new Deflater[SAMPLES];
        Deflater copy = null;
        byte[] data = data();
        try {
            long[] streams = new long[SAMPLES];
            for (int i = 0; i < SAMPLES; i++) {
                samples[i] = new Deflater();
                streams[i] = Compression.address(samples[i], Deflater.class);
                samples[i].setInput(data, 0, i * DATA / SAMPLES); // the first has not begun
                samples[i].deflate(new byte[DATA]);
            }
            ZlibState state = new ZlibState(streams);
            copy = state.library == 0 || state.pieces == 0 ? null : state.deflater(state.take(streams[SAMPLES - 1]));
            return copy != null && text(rest(copy, data)).equals(text(rest(samples[SAMPLES - 1], data))) ? state : null;
        } catch (IOException e) {
            return null;
        } finally {
            end(samples);
            end(copy);
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

    private static void end(Deflater... deflaters) {
        for (Deflater deflater : deflaters) {
            if (deflater != null) {
                deflater.end();
            }
        }
    }

    /** A compressor with this state, but for its fields; null if there is none. */
    Deflater deflater(String[] image) throws IOException {
        if (image == null) {
            return null;
        }
        Deflater fresh = new Deflater();
        give(image, Compression.address(fresh, Deflater.class));
        return fresh;
    }

    // ---- decompressors --------------------------------------------------------------------------------------------------

    /** Of decompressors; null if this JVM's zlib is not understood. */
    static ZlibState ofInflaters() {
        Inflater[] samples = new Inflater[SAMPLES];
        Inflater copy = null;
        try {
            long[] streams = new long[SAMPLES];
            for (int i = 0; i < SAMPLES; i++) {
                samples[i] = begun(i);
                streams[i] = Compression.address(samples[i], Inflater.class);
            }
            ZlibState state = new ZlibState(streams);
            copy = state.library == 0 || state.pieces == 0 ? null : state.inflater(state.take(streams[SAMPLES - 1]));
            return copy != null && text(rest(copy)).equals(text(rest(samples[SAMPLES - 1]))) ? state : null;
        } catch (IOException | DataFormatException e) {
            return null;
        } finally {
            end(samples);
            end(copy);
        }
    }

    /** One that is in the middle of a block, so that it has a window. */
    private static Inflater begun(int less) throws DataFormatException {
        Inflater inflater = new Inflater(true);
        inflater.setInput(block(), 0, HALF - less);
        inflater.inflate(new byte[DATA]);
        return inflater;
    }

    private static byte[] block() {
        byte[] block = new byte[BLOCK.length() / 2];
        for (int i = 0; i < block.length; i++) {
            block[i] = (byte) (Character.digit(BLOCK.charAt(2 * i), 16) << 4 | Character.digit(BLOCK.charAt(2 * i + 1), 16));
        }
        return block;
    }

    private static byte[] rest(Inflater inflater) throws DataFormatException {
        byte[] out = new byte[DATA];
        byte[] block = block();
        int from = HALF - (SAMPLES - 1);
        inflater.setInput(block, from, block.length - from);
        inflater.inflate(out);
        return out;
    }

    private static void end(Inflater... inflaters) {
        for (Inflater inflater : inflaters) {
            if (inflater != null) {
                inflater.end();
            }
        }
    }

    /** A decompressor with this state, but for its fields; null if there is none. */
    Inflater inflater(String[] image) throws IOException {
        if (image == null) {
            return null;
        }
        try {
            Inflater fresh = hasAll(image) ? begun(0) : new Inflater();
            give(image, Compression.address(fresh, Inflater.class));
            return fresh;
        } catch (DataFormatException e) {
            throw new IllegalStateException(e);
        }
    }
}
