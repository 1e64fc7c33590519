import java.lang.reflect.Field;

/** The field that is read is another than the user names, so that the analysis has no field at the call that reads. */
public class Main {
    public static class Conf {
        public static int peek = 1;
        public static int other = 2;
    }

    public static void main(String[] args) throws ReflectiveOperationException {
        Conf.peek += 10;
        System.out.println("before"); // here
        Field field = Conf.class.getDeclaredField("peek"); // find
        System.out.println(field.getInt(null));
    }
}
