import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Channels of folders, which databases keep open so that new files are on the disk for sure. */
public class Main {
    public static void main(String[] args) throws Exception {
        Files.createDirectories(Path.of("data/deep"));
        FileChannel here = FileChannel.open(Path.of(""), StandardOpenOption.READ);
        FileChannel deep = FileChannel.open(Path.of("data/deep"), StandardOpenOption.READ);
        FileChannel closed = FileChannel.open(Path.of("data"), StandardOpenOption.READ);
        closed.close();
        Files.writeString(Path.of("data/deep/first"), "1");
        deep.force(true);
        System.out.println("before"); // here
        Files.writeString(Path.of("data/deep/second"), "2");
        here.force(true);
        deep.force(true);
        System.out.println(here.isOpen() + " " + deep.isOpen() + " " + closed.isOpen());
        try {
            deep.read(ByteBuffer.allocate(1));
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        deep.close();
        System.out.println(Files.exists(Path.of("data/deep/first")) + " " + here.isOpen() + " " + deep.isOpen());
        System.gc();
        here.force(false);
        here.close();
    }
}
