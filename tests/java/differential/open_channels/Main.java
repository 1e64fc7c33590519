import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/** Channels of files, alone and with their streams, and streams that are closed. */
public class Main {
    public static void main(String[] args) throws IOException {
        byte[] bytes = new byte[10_000];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i * 7);
        }
        Files.write(Path.of("in.bin"), bytes);
        Files.write(Path.of("changed.bin"), bytes);
        Channelled state = new Channelled();
        state.step();
        state.step();
        rest(state);
        System.out.println(Arrays.hashCode(Files.readAllBytes(Path.of("out.bin"))) + " " + Arrays.hashCode(Files.readAllBytes(Path.of("changed.bin"))));
        System.out.println(Files.readString(Path.of("text.txt")) + Files.readString(Path.of("appended.txt")));
    }

    static void rest(Channelled state) throws IOException {
        state.step(); // here
        System.gc();
        state.step();
        state.end();
    }

    static class Channelled {
        final FileInputStream stream = new FileInputStream("in.bin");
        final FileChannel ofStream = stream.getChannel();
        final FileChannel read = FileChannel.open(Path.of("in.bin"));
        final SeekableByteChannel seekable = Files.newByteChannel(Path.of("in.bin"), StandardOpenOption.READ);
        final RandomAccessFile random = new RandomAccessFile("changed.bin", "rw");
        final FileChannel changed = random.getChannel();
        final FileChannel written = FileChannel.open(Path.of("out.bin"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        final FileChannel appended = FileChannel.open(Path.of("appended.txt"), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        final Reader reader = Channels.newReader(FileChannel.open(Path.of("in.bin")), StandardCharsets.ISO_8859_1);
        final PrintWriter writer = new PrintWriter(Channels.newWriter(new FileOutputStream("text.txt").getChannel(), StandardCharsets.UTF_8));
        final FileInputStream closed = new FileInputStream("in.bin");
        final FileChannel closedChannel = FileChannel.open(Path.of("in.bin"));
        final FileOutputStream closedOutput = new FileOutputStream("closed.txt");
        int steps;

        Channelled() throws IOException {
            closed.close();
            closedChannel.close();
            closedOutput.write(1);
            closedOutput.close();
        }

        void step() throws IOException {
            steps++;
            ByteBuffer buffer = ByteBuffer.allocate(100);
            int sum = ofStream.read(buffer) + read.read(buffer.clear()) * 3 + buffer.get(5) + seekable.read(buffer.clear()) * 5 + buffer.get(7);
            System.out.println(sum + " " + stream.read() + " " + ofStream.position() + " " + read.position() + " " + seekable.position());
            written.write(ByteBuffer.wrap(("written " + steps + "\n").getBytes(StandardCharsets.UTF_8)));
            appended.write(ByteBuffer.wrap(("appended " + steps + "\n").getBytes(StandardCharsets.UTF_8)));
            changed.position(changed.position() + 3);
            random.writeInt(steps);
            writer.println("line " + steps + " ß");
            System.out.println(reader.read() + " " + written.position() + " " + written.size() + " " + changed.position() + " " + appended.size());
        }

        void end() throws IOException {
            System.out.println(closedChannel.isOpen() + " " + closed.getFD().valid() + " " + stream.getFD().valid());
            try {
                System.out.println(closed.read());
            } catch (IOException e) {
                System.out.println(e.getMessage());
            }
            try {
                System.out.println(closedChannel.size());
            } catch (ClosedChannelException e) {
                System.out.println(e);
            }
            try {
                closedOutput.write(1);
            } catch (IOException e) {
                System.out.println(e.getMessage());
            }
            for (FileChannel channel : new FileChannel[] {ofStream, read, changed, written, appended}) {
                channel.close();
                System.out.println(channel.isOpen());
            }
            seekable.close();
            writer.close();
            System.out.println(stream.getFD().valid() + " " + random.getFD().valid());
        }
    }
}
