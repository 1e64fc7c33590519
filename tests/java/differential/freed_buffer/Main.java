import java.lang.reflect.Field;
import java.nio.ByteBuffer;

/** A direct buffer whose memory was freed by hand. */
public class Main {
    public static void main(String[] args) throws ReflectiveOperationException {
        ByteBuffer freed = ByteBuffer.allocateDirect(1 << 20);
        Field field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        ((sun.misc.Unsafe) field.get(null)).invokeCleaner(freed);
        System.out.println("freed"); // here
        System.out.println(freed);
    }
}
