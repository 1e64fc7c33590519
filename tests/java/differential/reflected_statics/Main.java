import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.util.ResourceBundle;

/** Statics that only reflection, handles and a resource bundle read after the checkpoint. */
public class Main {
    public static void main(String[] args) throws Throwable {
        Registry.number = 41;
        Registry.name = new StringBuilder("held by ").append(args.length).toString();
        Registry.handled = new int[] {7};
        Registry.varied = 3;
        Counted.counted = 12;
        Texts.greeting = "hello " + Registry.number;
        check(Registry.number > 40);
        report(args.length == 0 ? "Registry" : args[0]); // here
    }

    private static void check(boolean holds) {
        if (!holds) {
            throw new IllegalStateException();
        }
    }

    private static void report(String name) throws Throwable {
        Field number = Registry.class.getDeclaredField("number");
        System.out.println(number.getInt(null));
        number.setInt(null, 42);
        System.out.println(Registry.class.getDeclaredField("name").get(null));
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        int[] handled = (int[]) lookup.findStaticGetter(Registry.class, "handled", int[].class).invoke();
        System.out.println(handled[0]);
        System.out.println((int) lookup.findStaticVarHandle(Registry.class, "varied", int.class).getAndAdd(1));
        for (Field field : Counted.class.getDeclaredFields()) {
            System.out.println(field.getName() + " " + field.get(null));
        }
        for (Field field : Class.forName(name).getDeclaredFields()) {
            System.out.println(field.getType());
        }
        System.out.println(ResourceBundle.getBundle("Texts").getString("greeting"));
    }
}

class Registry {
    static int number;
    static String name;
    static int[] handled;
    static int varied;
}

class Counted {
    static int counted;
    static final Object NONE = null;
}
