import java.lang.reflect.Field;
import sun.misc.Unsafe;

/** JDK 24 and later warn once of the use of Unsafe, and say from which jar: here before the checkpoint, so not behind it. */
public class Main {
    int value = 7;

    public static void main(String[] args) throws Exception {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Unsafe unsafe = (Unsafe) field.get(null);
        long offset = unsafe.objectFieldOffset(Main.class.getDeclaredField("value"));
        System.out.println("before"); // here
        System.out.println(unsafe.getInt(new Main(), offset));
    }
}
