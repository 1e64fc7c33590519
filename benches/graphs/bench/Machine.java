package bench;

import java.io.File;
import java.io.FileOutputStream;

/** What the machine can do: copying memory that is there ({@code read}) and writing a file ({@code write}). */
final class Machine implements Tool {
    static final int BYTES = 1 << 28;
    private final byte[] from = new byte[BYTES];
    private final byte[] to = new byte[BYTES];

    @Override
    public void write(Object root, File file) throws Exception {
        file.delete();
        try (FileOutputStream out = new FileOutputStream(file)) {
            for (int at = 0; at < BYTES; at += 1 << 20) {
                out.write(from, at, 1 << 20);
            }
        }
    }

    @Override
    public Object read(File file) {
        System.arraycopy(from, 0, to, 0, BYTES);
        return to;
    }
}
