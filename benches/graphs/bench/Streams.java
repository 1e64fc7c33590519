package bench;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;

/** Java's own object streams. */
final class Streams implements Tool {
    @Override
    public void write(Object root, File file) throws Exception {
        try (ObjectOutputStream out = new ObjectOutputStream(new BufferedOutputStream(new FileOutputStream(file), 1 << 16))) {
            out.writeObject(root);
        }
    }

    @Override
    public Object read(File file) throws Exception {
        try (ObjectInputStream in = new ObjectInputStream(new BufferedInputStream(new FileInputStream(file), 1 << 16))) {
            return in.readObject();
        }
    }
}
