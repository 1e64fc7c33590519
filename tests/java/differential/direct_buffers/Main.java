import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;

/** Buffers of memory outside the heap, and views of them. */
public class Main {
    static final ByteBuffer EMPTY = ByteBuffer.allocateDirect(0);
    static final List<ByteBuffer> MANY = new ArrayList<>();
    static LongBuffer longs;

    static long sum(ByteBuffer buffer) {
        long sum = 0;
        for (ByteBuffer all = buffer.duplicate().clear(); all.hasRemaining();) {
            sum = sum * 31 + all.get();
        }
        return sum;
    }

    public static void main(String[] args) throws Exception {
        ByteBuffer large = ByteBuffer.allocateDirect(3_000_001);
        for (int i = 0; i < large.capacity(); i++) {
            large.put((byte) (i * 7));
        }
        large.position(17).limit(2_000_000).mark();
        ByteBuffer slice = large.slice();
        ByteBuffer little = large.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        ByteBuffer fixed = little.asReadOnlyBuffer();
        IntBuffer ints = large.order(ByteOrder.nativeOrder()).asIntBuffer();
        DoubleBuffer swapped = large.order(ByteOrder.BIG_ENDIAN).asDoubleBuffer();
        CharBuffer chars = ByteBuffer.allocateDirect(64).asCharBuffer().put("kept by its view alone").flip();
        longs = ByteBuffer.allocateDirect(80).order(ByteOrder.nativeOrder()).asLongBuffer().put(3, Long.MIN_VALUE).slice();
        for (int i = 0; i < 100; i++) {
            MANY.add(ByteBuffer.allocateDirect(i).put(new byte[i / 2]));
        }
        RandomAccessFile file = new RandomAccessFile("out.bin", "rw");
        FileChannel channel = file.getChannel();
        channel.write(slice.duplicate().limit(1000));
        System.out.println("written " + channel.position()); // here
        System.out.println(sum(large) + " " + large + " " + slice + " " + little.order() + " " + fixed.isReadOnly());
        large.put(20, (byte) 99);
        System.out.println(slice.get(3) + " " + little.get(20) + " " + fixed.get(20) + " " + ints.get(0) + " " + swapped.get(1));
        ints.put(5, 0x01020304);
        swapped.put(9, Math.PI);
        System.out.println(sum(large) + " " + chars + " " + chars.isDirect() + " " + longs.get(3) + " " + longs.isDirect());
        System.out.println(EMPTY + " " + EMPTY.isDirect() + " " + EMPTY.hasRemaining());
        int positions = 0;
        for (ByteBuffer each : MANY) {
            positions += each.position() + each.capacity();
        }
        System.out.println(positions);
        large.reset();
        channel.write(large);
        channel.write(fixed.position(0).limit(50));
        for (int i = 0; i < 200; i++) { // memory of the copies is freed with them, and only then
            ByteBuffer.allocateDirect(1 << 20).put(0, (byte) i);
        }
        MANY.clear();
        System.gc();
        System.out.println(sum(large) + " " + channel.size());
        file.close();
    }
}
