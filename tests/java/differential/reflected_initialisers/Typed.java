import java.lang.reflect.ParameterizedType;
import java.util.List;

/** A class that only the signature of a field's type names. */
public class Typed {
    static int level = 1;

    public static class Read {
        static {
            System.out.println("initialised at " + level);
        }
    }

    List<Read> list;

    public static void main(String[] args) throws Exception {
        level = 99;
        System.out.println("checkpoint"); // typed
        ParameterizedType type = (ParameterizedType) Typed.class.getDeclaredField("list").getGenericType();
        Class<?> read = (Class<?>) type.getActualTypeArguments()[0];
        System.out.println(read.getDeclaredConstructor().newInstance().getClass());
    }
}
