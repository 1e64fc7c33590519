package jcp.runtime.kinds;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.ClassFields;
import jcp.runtime.jvm.Opening;

/** Copies compressors and decompressors that have done random things, and has both go on with the same data. */
public class ZlibCheck {
    private static final int MOST = 150_000;
    private static final int ROOM = 6 * MOST;
    private static final int[] FLUSHES = {Deflater.NO_FLUSH, Deflater.NO_FLUSH, Deflater.NO_FLUSH, Deflater.SYNC_FLUSH, Deflater.FULL_FLUSH};
    private static final Random RANDOM = new Random();
    private static final List<Deflater[]> KEPT = new ArrayList<>();

    public static void main(String[] args) throws Exception {
        String missing = Opening.open();
        if (missing != null) {
            throw new IllegalStateException(missing);
        }
        int count = Integer.parseInt(args[0]);
        RANDOM.setSeed(Long.parseLong(args[1]));
        int deflaters = 0;
        int inflaters = 0;
        for (int i = 0; i < count; i++) {
            deflaters += sameOutput() ? 1 : 0;
            inflaters += sameContent() ? 1 : 0;
        }
        for (Deflater[] pair : KEPT) { // which all those after them must not have touched
            deflaters -= Arrays.equals(output(pair[0], new byte[9], true), output(pair[1], new byte[9], true)) ? 0 : 1;
        }
        System.out.println("same " + deflaters + " and " + inflaters + " of " + count);
    }

    private static boolean sameOutput() throws Exception {
        Deflater one = new Deflater(RANDOM.nextInt(10), RANDOM.nextBoolean());
        if (RANDOM.nextInt(4) == 0) {
            one.setStrategy(RANDOM.nextInt(3));
        }
        if (RANDOM.nextInt(3) == 0) {
            byte[] dictionary = content();
            one.setDictionary(dictionary, 0, Math.min(dictionary.length, 40_000));
        }
        for (int steps = RANDOM.nextInt(6); steps > 0; steps--) {
            one.setInput(content());
            one.deflate(new byte[ROOM], 0, RANDOM.nextBoolean() ? ROOM : 1 + RANDOM.nextInt(5000), FLUSHES[RANDOM.nextInt(FLUSHES.length)]);
            if (RANDOM.nextInt(5) == 0) {
                one.setLevel(RANDOM.nextInt(10));
            }
        }
        ZlibState zlib = ZlibState.ofDeflaters();
        Deflater two = zlib.deflater(zlib.capture(Compression.address(one, Deflater.class)));
        copyFields(one, two, Deflater.class);
        if (RANDOM.nextInt(4) == 0) {
            KEPT.add(new Deflater[] {one, two});
            return true;
        }
        boolean same = true;
        for (int step = 0; step < 3; step++) {
            byte[] content = content();
            same &= step < 2 || one.getAdler() == two.getAdler();
            same &= Arrays.equals(output(one, content, step > 0), output(two, content, step > 0));
            if (step == 1) {
                one.reset();
                two.reset();
            }
        }
        one.end();
        two.end();
        return same;
    }

    private static byte[] output(Deflater deflater, byte[] content, boolean last) {
        byte[] output = new byte[ROOM];
        int length = deflater.deflate(output, 0, 10); // of what was fed before
        deflater.setInput(content);
        if (last) {
            deflater.finish();
        }
        for (int more = -1; more != 0; length += more) {
            more = deflater.deflate(output, length, ROOM - length);
        }
        return Arrays.copyOf(output, length);
    }

    private static boolean sameContent() throws Exception {
        boolean bare = RANDOM.nextBoolean();
        byte[] content = content();
        Deflater deflater = new Deflater(RANDOM.nextInt(10), bare);
        byte[] compressed = output(deflater, content, true);
        deflater.end();
        Inflater one = new Inflater(bare);
        one.setInput(compressed, 0, RANDOM.nextInt(compressed.length));
        byte[] output = new byte[ROOM];
        int length = one.inflate(output, 0, RANDOM.nextBoolean() ? ROOM : 1 + RANDOM.nextInt(3000));
        ZlibState zlib = ZlibState.ofInflaters();
        Inflater two = zlib.inflater(zlib.capture(Compression.address(one, Inflater.class)));
        int read = (int) one.getBytesRead();
        copyFields(one, two, Inflater.class);
        one.end();
        two.setInput(compressed, read, compressed.length - read);
        length += two.inflate(output, length, ROOM - length);
        boolean same = two.finished() && Arrays.equals(Arrays.copyOf(output, length), content) && isReusable(two, compressed, content);
        two.end();
        return same;
    }

    private static boolean isReusable(Inflater inflater, byte[] compressed, byte[] content) throws DataFormatException {
        inflater.reset();
        inflater.setInput(compressed);
        return inflater.inflate(new byte[ROOM]) == content.length;
    }

    private static byte[] content() {
        byte[] content = new byte[1 + RANDOM.nextInt(MOST)];
        int letters = 1 + RANDOM.nextInt(60);
        for (int i = 0; i < content.length; i++) {
            content[i] = (byte) RANDOM.nextInt(letters);
        }
        return content;
    }

    /** All but zlib's part. */
    private static void copyFields(Object from, Object to, Class<?> type) {
        for (ClassFields field : ClassFields.of(type)) {
            if (!field.isStatic() && !field.name.equals("zsRef")) {
                Access.setField(to, type, field.name, Access.getField(from, type, field.name));
            }
        }
    }
}
