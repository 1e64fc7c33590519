import java.io.IOException;
import java.io.RandomAccessFile;

/** Is behind the end of its file at the checkpoint. */
public class Seeks {
    public static void main(String[] args) throws IOException {
        RandomAccessFile file = new RandomAccessFile("data", "rw");
        file.setLength(0);
        file.write(new byte[100]);
        file.seek(1000);
        after(file);
    }

    static void after(RandomAccessFile file) throws IOException {
        System.out.println("before"); // here
        file.write(new byte[30]);
        System.out.println(file.getFilePointer() + " " + file.length());
    }
}
