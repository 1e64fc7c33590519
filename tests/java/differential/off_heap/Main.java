import java.lang.reflect.Field;

/** Memory outside the heap: moved, and given back before the first checkpoint, in the order in which it was taken; in use at the second. */
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
        first = UNSAFE.reallocateMemory(first, 1 << 20);
        System.out.println(UNSAFE.getLong(first));
        UNSAFE.freeMemory(first);
        UNSAFE.freeMemory(UNSAFE.allocateMemory(0));
        UNSAFE.allocateMemory(0);
        UNSAFE.freeMemory(UNSAFE.reallocateMemory(0, 8));
        long[] pieces = new long[300_000];
        for (int i = 0; i < pieces.length; i++) {
            pieces[i] = UNSAFE.allocateMemory(8);
        }
        for (long piece : pieces) {
            UNSAFE.freeMemory(piece);
        }
        System.out.println("none in use"); // free
        long second = UNSAFE.allocateMemory(8);
        UNSAFE.putLong(second, 42);
        System.out.println("in use"); // used
        System.out.println(UNSAFE.getLong(second));
    }
}
