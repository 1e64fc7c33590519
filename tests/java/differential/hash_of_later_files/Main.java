import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files that are used before the checkpoint and behind it: what the JDK keeps for them is hashed once. */
public class Main {
    static void hash(String behind) {
        System.out.println(behind + " " + Integer.toHexString(System.identityHashCode(new Object())));
    }

    static void use(FileChannel channel) throws IOException {
        System.out.println(Files.isDirectory(Path.of(".")));
        hash("a folder");
        System.out.println(channel.write(ByteBuffer.wrap(new byte[10])));
        hash("a channel");
        Files.writeString(Path.of("text"), "text");
        hash("a text");
    }

    public static void main(String[] args) throws IOException {
        try (FileChannel channel = new RandomAccessFile("bytes", "rw").getChannel()) {
            use(channel);
            System.out.println("here"); // here
            use(channel);
        }
    }
}
