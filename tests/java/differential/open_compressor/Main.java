import java.io.FileOutputStream;
import java.io.IOException;
import java.util.zip.GZIPOutputStream;

/** A compressor that has read bytes which nobody has any more. */
public class Main {
    public static void main(String[] args) throws IOException {
        GZIPOutputStream out = new GZIPOutputStream(new FileOutputStream("out.gz"));
        out.write(new byte[100]);
        rest(out);
    }

    static void rest(GZIPOutputStream out) throws IOException {
        out.write(1); // here
        out.close();
    }
}
