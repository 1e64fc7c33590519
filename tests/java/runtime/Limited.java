import java.io.FileWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;

/** Writes a file, and holds memory outside the heap that a JVM with a lower limit does not give. */
public class Limited {
    static PrintWriter out;
    static ByteBuffer buffer;

    public static void main(String[] args) throws IOException {
        out = new PrintWriter(new FileWriter("out.txt"), true);
        buffer = ByteBuffer.allocateDirect(8 << 20);
        out.println("before");
        after();
    }

    static void after() {
        out.println("behind " + buffer.capacity()); // here
        out.close();
    }
}
