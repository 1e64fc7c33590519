package jcp.runtime.kinds;

import java.io.BufferedInputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.ClassFields;
import jcp.runtime.jvm.Opening;

/** Makes decompressors again that are somewhere in random data, read through buffers of random sizes. */
public class DecompressorCheck {
    public static void main(String[] args) throws Exception {
        String missing = Opening.open();
        if (missing != null) {
            throw new IllegalStateException(missing);
        }
        int count = Integer.parseInt(args[0]);
        Random random = new Random(Long.parseLong(args[1]));
        int same = 0;
        for (int i = 0; i < count; i++) {
            same += sameRest(random) ? 1 : 0;
        }
        System.out.println("same " + same + " of " + count);
    }

    private static boolean sameRest(Random random) throws Exception {
        byte[] content = content(random);
        File file = new File("compressed.bin");
        int kind = random.nextInt(3); // gzip, zlib, without header
        Deflater deflater = new Deflater(random.nextInt(10), kind == 2);
        try (OutputStream file1 = new FileOutputStream(file);
                OutputStream out = kind == 0 ? new GZIPOutputStream(file1) : new DeflaterOutputStream(file1, deflater)) {
            out.write(content);
        }
        try (InflaterInputStream in = open(new FileInputStream(file), kind, random)) {
            for (int steps = random.nextInt(30); steps > 0; steps--) {
                in.read(new byte[1 + random.nextInt(9000)]);
            }
            Inflater old = (Inflater) Access.getField(in, InflaterInputStream.class, "inf");
            int done = (int) old.getBytesWritten();
            Access.setField(in, InflaterInputStream.class, "inf", madeAgain(old));
            old.end();
            return Arrays.equals(in.readAllBytes(), Arrays.copyOfRange(content, done, content.length));
        }
    }

    private static InflaterInputStream open(InputStream file, int kind, Random random) throws IOException {
        int size = 1 + random.nextInt(3000);
        return kind == 0 ? new GZIPInputStream(new BufferedInputStream(file, 1 + random.nextInt(100)), size)
            : new InflaterInputStream(new PushbackInputStream(file, 5), new Inflater(kind == 2), size);
    }

    private static byte[] content(Random random) {
        byte[] content = new byte[1 + random.nextInt(200_000)];
        int letters = 1 + random.nextInt(60);
        for (int i = 0; i < content.length; i++) {
            content[i] = (byte) random.nextInt(letters);
        }
        return content;
    }

    /** As capture and replay do it: copied, but for zlib's part. */
    private static Inflater madeAgain(Inflater old) throws Exception {
        String[] image = Compression.capture(old);
        Inflater copy = (Inflater) Access.U.allocateInstance(Inflater.class);
        for (ClassFields field : ClassFields.of(Inflater.class)) {
            if (!field.isStatic() && !field.name.equals("zsRef")) {
                Access.setField(copy, Inflater.class, field.name, Access.getField(old, Inflater.class, field.name));
            }
        }
        Compression.restore(copy, image);
        return copy;
    }
}
