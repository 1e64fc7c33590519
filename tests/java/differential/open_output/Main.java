import java.io.BufferedWriter;
import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FileWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/** Files that are written on both sides of the checkpoint: streams with bytes not yet flushed, appending, random access. */
public class Main {
    public static void main(String[] args) throws IOException {
        Files.writeString(Path.of("log.txt"), "from earlier\n");
        Files.write(Path.of("records.bin"), new byte[4000]);
        Outputs outputs = new Outputs();
        outputs.write("before", 300);
        finish(outputs);
        for (String name : new String[] {"plain.bin", "print.txt", "buffered.txt", "log.txt", "appended.txt", "records.bin", "nio.txt"}) {
            byte[] content = Files.readAllBytes(Path.of(name));
            System.out.println(name + " " + content.length + " " + Arrays.hashCode(content));
        }
    }

    static void finish(Outputs outputs) throws IOException {
        outputs.write("after", 200); // here
        System.gc();
        outputs.write("later", 2);
        outputs.out.println("on standard output, through a stream of its own");
        outputs.out.flush();
        outputs.close();
    }

    static class Outputs {
        final OutputStream plain = new FileOutputStream("plain.bin");
        final FileOutputStream sharing = new FileOutputStream(((FileOutputStream) plain).getFD());
        final PrintStream print = new PrintStream("print.txt", "UTF-8");
        final BufferedWriter buffered = new BufferedWriter(new FileWriter("buffered.txt"));
        final PrintWriter log = new PrintWriter(new FileWriter("log.txt", true));
        final Writer appended = Files.newBufferedWriter(Path.of("appended.txt"), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        final DataOutputStream nio = new DataOutputStream(Files.newOutputStream(Path.of("nio.txt")));
        final RandomAccessFile records = new RandomAccessFile("records.bin", "rw");
        final PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out));

        Outputs() throws IOException {}

        void write(String what, int times) throws IOException {
            for (int i = 0; i < times; i++) {
                plain.write(i);
                sharing.write(-i);
                print.println(what + " ümlaut " + i);
                buffered.write(what + i);
                log.println(what + i);
                appended.write(what + i + "\n");
                nio.writeInt(i);
                records.writeInt(records.length() > 5000 ? i : -i);
            }
            records.seek(records.getFilePointer() + 2);
        }

        void close() throws IOException {
            plain.close();
            print.close();
            buffered.close();
            log.close();
            appended.close();
            nio.close();
            records.setLength(6000);
            records.close();
        }
    }
}
