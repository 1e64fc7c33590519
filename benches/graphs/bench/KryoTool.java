package bench;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.unsafe.UnsafeInput;
import com.esotericsoftware.kryo.unsafe.UnsafeOutput;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;

/** Kryo with references, classes not registered, as for an arbitrary program. */
final class KryoTool implements Tool {
    private final Kryo kryo = new Kryo();

    KryoTool() {
        kryo.setRegistrationRequired(false);
        kryo.setReferences(true);
    }

    @Override
    public void write(Object root, File file) throws Exception {
        try (Output out = new UnsafeOutput(new FileOutputStream(file), 1 << 20)) {
            kryo.writeClassAndObject(out, root);
        }
    }

    @Override
    public Object read(File file) throws Exception {
        try (UnsafeInput in = new UnsafeInput(new FileInputStream(file), 1 << 20)) {
            return kryo.readClassAndObject(in);
        }
    }
}
