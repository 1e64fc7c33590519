import java.lang.reflect.Field;
import java.lang.reflect.Method;

/** A method of a field object is called by a computed name. */
public class Reached {
    static int level = 1;

    public static void main(String[] args) throws Exception {
        level = 99;
        System.out.println("checkpoint"); // reached
        Method declared = Class.class.getMethod("getDeclaredField", String.class);
        Field field = (Field) declared.invoke(Reached.class, "lev".concat("el"));
        Method get = Field.class.getMethod("get".concat(args.length == 0 ? "Int" : ""), Object.class);
        System.out.println(get.invoke(field, (Object) null));
    }
}
