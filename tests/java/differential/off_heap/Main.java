import java.lang.reflect.Field;

/** Memory outside the heap: given back before the first checkpoint, in use at the second. */
public class Main {
    static final sun.misc.Unsafe UNSAFE;

    static {
        try {
            Field field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            UNSAFE = (sun.misc.Unsafe) field.get(null);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) {
        long first = UNSAFE.allocateMemory(8);
        UNSAFE.putLong(first, 41);
        System.out.println(UNSAFE.getLong(first));
        UNSAFE.freeMemory(first);
        System.out.println("none in use"); // free
        long second = UNSAFE.allocateMemory(8);
        UNSAFE.putLong(second, 42);
        System.out.println("in use"); // used
        System.out.println(UNSAFE.getLong(second));
    }
}
