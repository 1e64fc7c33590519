import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Enumeration;
import java.util.Random;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarInputStream;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;

/** Zip files, jars and compressed streams, open and half-read at the checkpoint. */
public class Main {
    private static final int SIZE = 300_000;

    public static void main(String[] args) throws Exception {
        byte[] content = content();
        jar(content);
        try (OutputStream out = new GZIPOutputStream(new FileOutputStream("data.gz"))) {
            out.write(content);
        }
        try (OutputStream out = new GZIPOutputStream(new FileOutputStream("data.gz", true))) {
            out.write(content, 0, 1000); // a second member
        }
        try (OutputStream out = new DeflaterOutputStream(new FileOutputStream("data.zlib"))) {
            out.write(content);
        }
        State state = new State(content);
        state.step("before", 70_001);
        rest(state);
    }

    static void rest(State state) throws Exception {
        state.step("after", 1); // here
        System.gc();
        state.step("later", SIZE / 2);
        state.files();
        state.close();
    }

    private static byte[] content() {
        Random random = new Random(7);
        byte[] bytes = new byte[SIZE];
        for (int i = 0; i < SIZE; i++) {
            bytes[i] = (byte) (i % 50 == 0 ? random.nextInt() : "compressible text ".charAt(random.nextInt(18)));
        }
        return bytes;
    }

    private static void jar(byte[] content) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Built-By", "a test");
        try (JarOutputStream out = new JarOutputStream(new FileOutputStream("app.jar.test"))) {
            out.putNextEntry(entry(JarFile.MANIFEST_NAME));
            manifest.write(out);
            for (int i = 0; i < 20; i++) {
                out.putNextEntry(entry("dir/entry" + i));
                out.write(content, 0, i == 3 ? content.length : 100 * i);
            }
            ZipEntry stored = entry("stored");
            stored.setMethod(ZipEntry.STORED);
            stored.setSize(content.length);
            CRC32 crc = new CRC32();
            crc.update(content);
            stored.setCrc(crc.getValue());
            out.putNextEntry(stored);
            out.write(content);
        }
    }

    private static ZipEntry entry(String name) {
        ZipEntry entry = new ZipEntry(name);
        entry.setTime(1_000_000_000_000L);
        return entry;
    }

    /** A subclass of the program. */
    static class Library extends ZipFile {
        final String label;

        Library(String name, String label) throws IOException {
            super(name, StandardCharsets.ISO_8859_1);
            this.label = label;
        }
    }

    static class State {
        final Library library = new Library("app.jar.test", "the library");
        final JarFile jar = new JarFile(new File("app.jar.test"));
        final ZipFile closed = new ZipFile("app.jar.test");
        final Enumeration<? extends ZipEntry> entries = library.entries();
        final InputStream stored = library.getInputStream(library.getEntry("stored"));
        final InputStream deflated = library.getInputStream(library.getEntry("dir/entry3"));
        final InputStream untouched = jar.getInputStream(jar.getEntry("dir/entry3"));
        final InputStream finished = jar.getInputStream(jar.getEntry("dir/entry5"));
        final GZIPInputStream gzip = new GZIPInputStream(new FileInputStream("data.gz"));
        final DataInputStream zlib = new DataInputStream(new InflaterInputStream(new BufferedInputStream(new FileInputStream("data.zlib"))));
        final ZipInputStream zipped = new ZipInputStream(new FileInputStream("app.jar.test"));
        final JarInputStream jarred = new JarInputStream(new BufferedInputStream(new FileInputStream("app.jar.test")));
        final Inflater inflater = new Inflater();
        final Inflater bare = new Inflater(true);
        final Inflater ended = new Inflater();
        final Deflater fresh = new Deflater();
        final GZIPInputStream inMemory;
        final ByteArrayOutputStream packed = new ByteArrayOutputStream();
        final GZIPOutputStream packing = new GZIPOutputStream(packed);

        State(byte[] content) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (OutputStream out = new GZIPOutputStream(bytes)) {
                out.write(content);
            }
            inMemory = new GZIPInputStream(new ByteArrayInputStream(bytes.toByteArray()));
            byte[] compressed = new byte[SIZE];
            Deflater deflater = new Deflater(9);
            deflater.setInput(content);
            deflater.finish();
            inflater.setInput(compressed, 0, deflater.deflate(compressed));
            deflater.end();
            ended.end();
            fresh.end();
            closed.close();
            System.out.println(jar.getManifest().getMainAttributes().getValue("Built-By"));
            System.out.println(finished.readAllBytes().length);
            while (zipped.getNextEntry() != null && zipped.available() > 0) {
                if (zipped.read(new byte[1000]) == 1000) {
                    break;
                }
            }
            jarred.getNextJarEntry();
            jarred.getNextJarEntry();
            jarred.getNextJarEntry();
            jarred.getNextJarEntry();
        }

        void step(String what, int bytes) throws Exception {
            System.out.println(what + " " + library.label + " " + entries.nextElement().getName());
            for (InputStream in : new InputStream[] {stored, deflated, gzip, zlib, zipped, jarred, inMemory}) {
                System.out.println(hash(in.readNBytes(bytes)) + " " + in.available());
            }
            byte[] out = new byte[bytes];
            System.out.println(inflater.inflate(out) + " " + hash(out) + " " + inflater.getAdler() + " " + inflater.getTotalIn());
            System.out.println(bare.needsInput() + " " + finished.read());
        }

        void files() throws Exception {
            System.out.println(library.getName() + " " + library.size() + " " + jar.size() + " " + jar.getManifest().getMainAttributes().size());
            System.out.println(jar.isMultiRelease() + " " + jar.getJarEntry("dir/entry7").getAttributes() + " " + library.getEntry("none"));
            System.out.println(hash(untouched.readAllBytes()) + " " + hash(jar.getInputStream(jar.getEntry("stored")).readAllBytes()));
            System.out.println(hash(gzip.readAllBytes()) + " " + hash(zlib.readAllBytes()) + " " + hash(deflated.readAllBytes()));
            for (ZipEntry entry = zipped.getNextEntry(); entry != null; entry = zipped.getNextEntry()) {
                System.out.print(entry.getName() + " ");
            }
            System.out.println();
            packing.write(new byte[5000]);
            packing.close();
            System.out.println(hash(packed.toByteArray()));
            try {
                System.out.println(closed.getEntry("stored"));
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage());
            }
            try {
                System.out.println(ended.inflate(new byte[1]));
            } catch (RuntimeException e) {
                System.out.println(e);
            }
        }

        void close() throws IOException {
            jar.close();
            closed.close();
            library.close();
            try {
                System.out.println(stored.read());
            } catch (ZipException e) {
                System.out.println(e.getMessage());
            }
            try {
                System.out.println(deflated.read());
            } catch (IOException e) {
                System.out.println(e.getMessage());
            }
        }

        private static int hash(byte[] bytes) {
            return java.util.Arrays.hashCode(bytes);
        }
    }
}
