import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Locks on files: of a whole one, of parts, shared, released; one file is deleted at the end. */
public class Main {
    static String tryAgain(FileChannel channel, long from, long size) throws IOException {
        try (FileLock lock = channel.tryLock(from, size, false)) {
            return lock == null ? "held" : "free";
        } catch (OverlappingFileLockException e) {
            return "overlapping";
        }
    }

    /** How many the system knows of: other processes meet these. */
    static long known() throws IOException {
        String process = " " + ProcessHandle.current().pid() + " ";
        return Files.readAllLines(Path.of("/proc/locks")).stream().filter(line -> line.contains(process)).count();
    }

    public static void main(String[] args) throws IOException {
        Path only = Path.of("only.lock");
        FileChannel alone = FileChannel.open(only, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        FileLock all = alone.lock();
        RandomAccessFile data = new RandomAccessFile("data", "rw");
        data.write(new byte[100]);
        FileChannel parts = data.getChannel();
        FileLock first = parts.lock(0, 10, false);
        FileLock second = parts.lock(20, 10, true);
        FileLock released = parts.lock(40, 10, false);
        released.release();
        System.out.println("locked " + all.isValid()); // here
        System.out.println(known() + " known");
        System.out.println(all.isValid() + " " + first + " " + second.isShared() + " " + released.isValid() + " " + (all.channel() == alone));
        System.out.println(tryAgain(alone, 0, 1) + tryAgain(parts, 5, 2) + tryAgain(parts, 25, 2) + tryAgain(parts, 42, 2));
        first.release();
        System.out.println(first.isValid() + tryAgain(parts, 5, 2));
        parts.write(ByteBuffer.wrap(new byte[] {1, 2}));
        all.close();
        alone.close();
        Files.delete(only);
        data.close();
        System.out.println(second.isValid());
    }
}
