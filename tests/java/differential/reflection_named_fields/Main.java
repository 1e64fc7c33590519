import java.lang.reflect.Field;

/** The class whose field is read is another one than the user names. */
public class Main {
    public static class Named {
        public static int count = 1;
    }

    public static class Other {
        public static int count = 2;
    }

    static Class<?> find(String name) throws ReflectiveOperationException {
        return Class.forName("Main$" + name); // find
    }

    public static void main(String[] args) throws ReflectiveOperationException {
        Named.count += 10;
        Other.count += 20;
        System.out.println("before"); // here
        Field field = find(args[0]).getField("co" + args[1]);
        System.out.println(field.get(null));
    }
}
