package bench;

import java.io.File;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import org.apache.fory.Fory;
import org.apache.fory.config.ForyBuilder;
import org.apache.fory.memory.MemoryBuffer;

/** Apache Fory for Java with references, classes not registered, as for an arbitrary program; limits lifted. */
final class ForyTool implements Tool {
    private final Fory fory = new ForyBuilder().withXlang(false).withRefTracking(true).requireClassRegistration(false)
        .suppressClassRegistrationWarnings(true).withMaxDepth(1 << 20).withMaxGraphMemoryBytes(Long.MAX_VALUE)
        .withAsyncCompilation(false).build();
    private MemoryBuffer buffer;

    @Override
    public void write(Object root, File file) throws Exception {
        if (buffer == null) {
            buffer = MemoryBuffer.newHeapBuffer(1 << 20);
        }
        buffer.writerIndex(0);
        fory.serialize(buffer, root);
        try (OutputStream out = new FileOutputStream(file)) {
            out.write(buffer.getHeapMemory(), 0, buffer.writerIndex());
        }
    }

    @Override
    public Object read(File file) throws Exception {
        return fory.deserialize(Files.readAllBytes(file.toPath()));
    }
}
