import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Method handles made of others. */
public class Main {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    /** As libraries have it that unmap buffers. */
    private static final MethodHandle UNMAP = unmap();
    private final List<String> heard = new ArrayList<>();

    static int add(int one, String text, long other) {
        return one + text.length() + (int) other;
    }

    static String show(Object o) {
        return "<" + o + ">";
    }

    static long length(String text) {
        return text.length();
    }

    private String hear(String text) {
        heard.add(text);
        return text + heard.size();
    }

    private static MethodHandle unmap() {
        try {
            Class<?> unsafe = Class.forName("sun.misc.Unsafe");
            Field only = unsafe.getDeclaredField("theUnsafe");
            only.setAccessible(true);
            return LOOKUP.findVirtual(unsafe, "invokeCleaner", MethodType.methodType(void.class, ByteBuffer.class)).bindTo(only.get(null));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Throwable {
        MethodHandle concat = LOOKUP.findVirtual(String.class, "concat", MethodType.methodType(String.class, String.class));
        MethodHandle trim = LOOKUP.findVirtual(String.class, "trim", MethodType.methodType(String.class));
        MethodHandle add = LOOKUP.findStatic(Main.class, "add", MethodType.methodType(int.class, int.class, String.class, long.class));
        MethodHandle show = LOOKUP.findStatic(Main.class, "show", MethodType.methodType(String.class, Object.class));
        MethodHandle length = LOOKUP.findStatic(Main.class, "length", MethodType.methodType(long.class, String.class));
        Main main = new Main();
        MethodHandle hear = LOOKUP.findVirtual(Main.class, "hear", MethodType.methodType(String.class, String.class)).bindTo(main);
        MethodHandle hot = MethodHandles.insertArguments(add, 1, "hot");
        for (int i = 0; i < 200; i++) {
            hot = i == 100 ? MethodHandles.insertArguments(hot, 1, 5L) : hot;
            call(hot);
        }
        MethodHandle[] handles = {hear, concat.bindTo("x"), MethodHandles.insertArguments(add, 1, "y"),
            MethodHandles.insertArguments(add, 0, 7, "z"), MethodHandles.insertArguments(add, 2, 70_000_000_000L),
            MethodHandles.filterArguments(concat, 1, show), MethodHandles.filterReturnValue(concat, trim),
            MethodHandles.foldArguments(concat, trim), MethodHandles.dropArguments(concat.bindTo("d"), 1, int.class, String.class),
            MethodHandles.collectArguments(add, 2, length), MethodHandles.filterArguments(concat.bindTo("w"), 0, concat.bindTo("nested")),
            MethodHandles.filterReturnValue(hear, hear), hot, MethodHandles.filterArguments(concat, 0, trim, trim),
        };
        System.out.println("made"); // here
        for (MethodHandle handle : handles) {
            Object result = null;
            for (int i = 0; i < 200; i++) {
                result = call(handle);
            }
            System.out.println(handle + " " + result);
        }
        UNMAP.invokeExact(ByteBuffer.allocateDirect(10));
        System.out.println(main.heard.size() + " " + (int) MethodHandles.insertArguments(handles[2], 0, 5).invokeExact(3L));
    }

    private static Object call(MethodHandle handle) throws Throwable {
        List<Object> arguments = new ArrayList<>();
        for (Class<?> type : handle.type().parameterList()) {
            arguments.add(type == int.class ? (Object) 3 : type == long.class ? (Object) 4L : " s" + arguments.size() + " ");
        }
        return handle.invokeWithArguments(arguments);
    }
}
