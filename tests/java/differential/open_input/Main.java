import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FileReader;
import java.io.IOException;
import java.io.LineNumberReader;
import java.io.PushbackInputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Scanner;

/** Files that are read on both sides of the checkpoint, through many kinds of readers. */
public class Main {
    private static final String BIG = "data/big.txt";

    public static void main(String[] args) throws IOException {
        new File("data").mkdir();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 20_000; i++) {
            text.append("line ").append(i).append(" über\n");
        }
        Files.writeString(Path.of(BIG), text);
        try (DataOutputStream numbers = new DataOutputStream(new FileOutputStream("numbers.bin"))) {
            for (int i = 0; i < 5000; i++) {
                numbers.writeLong(i * 31L);
            }
        }
        Readers readers = new Readers();
        readers.advance(100);
        rest(readers);
        readers.close();
    }

    static void rest(Readers readers) throws IOException {
        readers.advance(7); // here
        System.gc();
        readers.advance(3000);
        System.out.println(readers.shared.available() + " " + readers.raw.getChannel().position() + " " + readers.random.getFilePointer());
        System.out.println(readers.sharing.getFD() == readers.shared.getFD());
    }

    static class Readers {
        final BufferedReader lines = new BufferedReader(new FileReader(BIG, StandardCharsets.UTF_8));
        final LineNumberReader numbered = new LineNumberReader(Files.newBufferedReader(Path.of("data", "big.txt")));
        final Scanner words = new Scanner(new File(BIG));
        final DataInputStream data = new DataInputStream(new BufferedInputStream(new FileInputStream("numbers.bin")));
        final FileInputStream raw = new FileInputStream(new File(BIG).getAbsoluteFile());
        final FileInputStream shared = new FileInputStream(BIG);
        final FileInputStream sharing = new FileInputStream(shared.getFD());
        final PushbackInputStream pushed = new PushbackInputStream(Files.newInputStream(Path.of(BIG)), 4);
        final RandomAccessFile random = new RandomAccessFile(BIG, "r");
        private long sum;

        Readers() throws IOException {}

        void advance(int steps) throws IOException {
            for (int i = 0; i < steps; i++) {
                sum = sum * 17 + lines.readLine().hashCode() + numbered.readLine().length() + words.next().hashCode();
                sum = sum * 17 + data.readLong() + raw.read() + shared.read() * 3 + sharing.read() * 5 + random.readUnsignedByte();
                int next = pushed.read();
                pushed.unread(next + 1);
                sum = sum * 17 + next + pushed.read();
            }
            System.out.println(sum + " " + numbered.getLineNumber() + " " + words.hasNextInt());
        }

        void close() throws IOException {
            for (AutoCloseable c : new AutoCloseable[] {lines, numbered, words, data, raw, shared, pushed, random}) {
                try {
                    c.close();
                } catch (Exception e) {
                    throw new IOException(e);
                }
            }
            try {
                System.out.println(sharing.read());
            } catch (IOException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
