import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Random;
import java.util.jar.JarOutputStream;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.DeflaterInputStream;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.InflaterOutputStream;
import java.util.zip.ZipEntry;

/** Compressors and decompressors in mid-stream, of which nobody has the bytes any more that they have read. */
public class Main {
    static final int SIZE = 200_000;
    static final Random RANDOM = new Random(3);

    /** Bytes of which only the stream knows where they come from. */
    static class Network extends FilterInputStream {
        Network(byte[] bytes) {
            super(new ByteArrayInputStream(bytes));
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            return super.read(into, from, Math.min(length, 100));
        }
    }

    /** Whose methods nobody calls but the program. */
    static class Silent extends Inflater {
        int calls;

        @Override
        public long getBytesRead() {
            calls++;
            return super.getBytesRead();
        }

        @Override
        public int getAdler() {
            calls++;
            return 1;
        }
    }

    final GZIPOutputStream gzip = new GZIPOutputStream(new FileOutputStream("out.gz"));
    final JarOutputStream jar = new JarOutputStream(new FileOutputStream("out.jar"));
    final ByteArrayOutputStream packed = new ByteArrayOutputStream();
    final DeflaterOutputStream flushing = new DeflaterOutputStream(packed, new Deflater(9), 100, true);
    final DeflaterInputStream packing = new DeflaterInputStream(new ByteArrayInputStream(content()));
    final Deflater bare = new Deflater(1, true);
    final Deflater fresh = new Deflater(7, true);
    final Deflater again = new Deflater(3);
    final Deflater withDictionary = new Deflater();
    final Deflater huffman = new Deflater(5, true);
    final GZIPInputStream received;
    final InflaterInputStream small;
    final ByteArrayOutputStream unpacked = new ByteArrayOutputStream();
    final InflaterOutputStream unpacking = new InflaterOutputStream(unpacked);
    final byte[] zlib = zlib(6);
    final Inflater overwritten = new Inflater();
    final byte[] dictionary = content();
    final Inflater knowing = new Inflater(true);
    final Inflater knowingMore = new Inflater(true);
    final Inflater damaged = new Inflater();
    final GZIPOutputStream flushed = new GZIPOutputStream(new FileOutputStream("flushed.gz"), true);
    final Silent silent = new Silent();

    Main() throws Exception {
        gzip.write(content());
        jar.putNextEntry(entry("first"));
        jar.write(content());
        jar.closeEntry();
        jar.putNextEntry(entry("second"));
        jar.write(content());
        flushing.write(content());
        flushing.flush();
        flushing.write(content(), 0, 100);
        packing.readNBytes(1000);
        again.setInput(content());
        again.finish();
        again.deflate(new byte[SIZE]);
        again.reset();
        withDictionary.setDictionary(content(), 0, 1000);
        huffman.setStrategy(Deflater.HUFFMAN_ONLY);
        knowing.setDictionary(dictionary, 0, 30_000);
        knowingMore.setDictionary(dictionary, 0, 30_000);
        knowingMore.setInput(knowing(false));
        System.out.println(knowingMore.inflate(new byte[SIZE]));
        damaged.setInput(new byte[] {1, 2, 3});
        try {
            damaged.inflate(new byte[10]);
        } catch (DataFormatException e) {
            System.out.println(e.getMessage());
        }
        flushed.write(content());
        flushed.flush();
        flushed.flush(); // with nothing to do, of which zlib leaves a message
        silent.setInput(zlib, 0, 1000);
        silent.inflate(new byte[10]);
        for (Deflater deflater : new Deflater[] {bare, withDictionary, huffman}) {
            deflater.setInput(content());
            System.out.println(deflater.deflate(new byte[500]));
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(content());
        }
        received = new GZIPInputStream(new Network(bytes.toByteArray()), 50);
        received.readNBytes(50_000);
        small = new InflaterInputStream(new Network(zlib(0)));
        small.readNBytes(70_000);
        unpacking.write(zlib, 0, 20_000);
        byte[] input = Arrays.copyOf(zlib, 30_000);
        overwritten.setInput(input);
        overwritten.inflate(new byte[40_000]);
        Arrays.fill(input, 0, input.length - overwritten.getRemaining(), (byte) 0);
    }

    private static ZipEntry entry(String name) {
        ZipEntry entry = new ZipEntry(name);
        entry.setTime(1_000_000_000_000L); // of any run
        return entry;
    }

    static byte[] content() {
        byte[] content = new byte[SIZE];
        for (int i = 0; i < SIZE; i++) {
            content[i] = (byte) (RANDOM.nextInt(30) * RANDOM.nextInt(2));
        }
        return content;
    }

    private static byte[] zlib(int level) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DeflaterOutputStream out = new DeflaterOutputStream(bytes, new Deflater(level))) {
            out.write(content());
        }
        return bytes.toByteArray();
    }

    /** A part of a stream that refers to the dictionary, or one that does not. */
    private byte[] knowing(boolean refers) {
        Deflater deflater = new Deflater(9, true);
        deflater.setDictionary(dictionary, 0, 30_000);
        deflater.setInput(refers ? dictionary : new byte[] {99}, 0, refers ? 30_000 : 1);
        byte[] out = new byte[SIZE];
        int length = deflater.deflate(out, 0, SIZE, Deflater.SYNC_FLUSH);
        deflater.end();
        return Arrays.copyOf(out, length);
    }

    public static void main(String[] args) throws Exception {
        rest(new Main());
    }

    static void rest(Main main) throws Exception {
        System.out.println("before");
        main.writers(); // here
        main.deflaters();
        main.readers();
    }

    private void writers() throws IOException {
        gzip.write(content());
        gzip.close();
        jar.write(content());
        jar.closeEntry();
        jar.putNextEntry(entry("third"));
        jar.write(1);
        jar.close();
        flushing.write(content());
        flushing.close();
        System.out.println(Arrays.hashCode(packed.toByteArray()) + " " + Arrays.hashCode(packing.readAllBytes()));
    }

    private void deflaters() {
        for (Deflater deflater : new Deflater[] {bare, fresh, again, withDictionary, huffman}) {
            byte[] out = new byte[3 * SIZE];
            int more = deflater.deflate(out, 0, 1000);
            deflater.setInput(content());
            deflater.finish();
            int all = deflater.deflate(out, more, out.length - more);
            System.out.println(more + " " + all + " " + Arrays.hashCode(out) + " " + deflater.getAdler() + " " + deflater.getBytesRead()
                + " " + deflater.finished());
            deflater.reset();
            deflater.setInput(new byte[100]);
            deflater.finish();
            System.out.println(deflater.deflate(out));
            deflater.end();
        }
    }

    private void readers() throws Exception {
        System.out.println(Arrays.hashCode(received.readAllBytes()) + " " + Arrays.hashCode(small.readAllBytes()));
        unpacking.write(zlib, 20_000, zlib.length - 20_000);
        unpacking.close();
        System.out.println(Arrays.hashCode(unpacked.toByteArray()));
        byte[] out = new byte[SIZE];
        int more = overwritten.inflate(out);
        overwritten.setInput(zlib, 30_000, zlib.length - 30_000);
        System.out.println(more + " " + overwritten.inflate(out, more, SIZE - more) + " " + Arrays.hashCode(out) + " " + overwritten.getAdler()
            + " " + overwritten.finished());
        for (Inflater inflater : new Inflater[] {knowing, knowingMore}) {
            inflater.setInput(knowing(true));
            byte[] told = new byte[SIZE];
            System.out.println(inflater.inflate(told) + " " + Arrays.hashCode(told));
        }
        System.out.println(silent.calls + " " + silent.inflate(new byte[1000]) + " " + damaged.getBytesRead());
        flushed.write(content());
        flushed.close();
    }
}
