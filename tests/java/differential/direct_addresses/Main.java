import java.lang.reflect.Field;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import sun.misc.Unsafe;

/** Memory of direct buffers that objects go by as libraries do: they have read its address. */
public class Main {
    static final Unsafe UNSAFE = unsafe();

    static Unsafe unsafe() {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (Unsafe) field.get(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    static class Memory {
        final ByteBuffer buffer = ByteBuffer.allocateDirect(64);
        final long address;

        Memory() throws NoSuchFieldException {
            address = UNSAFE.getLong(buffer, UNSAFE.objectFieldOffset(Buffer.class.getDeclaredField("address")));
        }
    }

    static final class Cursor extends Memory {
        long next = address;

        Cursor() throws NoSuchFieldException {}

        void put(int value) {
            UNSAFE.putInt(next, value);
            next += Integer.BYTES;
        }

        int sum() {
            int sum = 0;
            for (long at = address; at < next; at += Integer.BYTES) {
                sum += UNSAFE.getInt(at);
            }
            return sum;
        }
    }

    public static void main(String[] args) throws Exception {
        Cursor[] cursors = {new Cursor(), new Cursor()};
        for (int i = 0; i < 16; i++) {
            cursors[0].put(i); // it comes to the end of its memory
        }
        cursors[1].put(7);
        System.out.println("checkpoint"); // here
        cursors[1].put(8);
        System.out.println(cursors[0].sum() + " " + cursors[1].sum() + " " + cursors[1].buffer.capacity());
    }
}
