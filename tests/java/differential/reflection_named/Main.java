import java.util.ArrayList;
import java.util.List;

/** Which plug-ins there are is said by their names, which are made at run time; what they are called by is, too. */
public class Main {
    static final List<Object> plugins = new ArrayList<>();
    static int greeted = 40;

    interface Plugin {}

    public static class First implements Plugin {
        static String word = "first";

        public void greet() {
            greeted++;
            System.out.println(word + " " + greeted);
        }
    }

    public static class Second implements Plugin {
        static String word = "second";

        public void greet() {
            System.out.println(word + " " + greeted);
        }
    }

    /** Nobody names it. */
    public static class Other {
        static String word = "other";

        public void greet() {
            System.out.println(word);
        }
    }

    static Object make(String name) throws ReflectiveOperationException {
        Class<?> found = Class.forName("Main$" + name); // find
        return found.getConstructor().newInstance();
    }

    static void call(Object plugin, String name) throws ReflectiveOperationException {
        plugin.getClass().getMethod(name).invoke(plugin); // call
    }

    public static void main(String[] args) throws ReflectiveOperationException {
        for (String name : args[0].split(",")) {
            plugins.add(make(name));
        }
        First.word = First.word + "!";
        Second.word = Second.word + "!";
        Other.word = Other.word + "!";
        System.out.println(plugins.size()); // here
        for (Object plugin : plugins) {
            call(plugin, "gr" + args[1]);
        }
    }
}
