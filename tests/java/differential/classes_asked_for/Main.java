import java.util.ArrayList;
import java.util.List;

/** Plug-ins of computed names are made before the checkpoint and after it, and keep what they did in statics. */
public class Main {
    static final List<Object> made = new ArrayList<>();

    interface Plugin {
        int work();
    }

    public static class First implements Plugin {
        static int worked = 10;

        @Override
        public int work() {
            return worked++;
        }
    }

    public static class Second implements Plugin {
        static int worked = 20;

        @Override
        public int work() {
            worked += 5;
            return worked;
        }
    }

    /** No cast and no call asks for it. */
    public static class Stranger {
        static int shown = 30;

        @Override
        public String toString() {
            return "stranger " + shown++;
        }
    }

    static Object make(String name) throws ReflectiveOperationException {
        return Class.forName("Main$" + name).getDeclaredConstructor().newInstance();
    }

    static void show(Object object) throws ReflectiveOperationException {
        if (object instanceof Plugin) {
            System.out.println(((Plugin) object).work());
        } else {
            System.out.println(object);
        }
    }

    public static void main(String[] args) throws ReflectiveOperationException {
        for (String name : args) {
            made.add(make(name));
            show(made.get(made.size() - 1));
        }
        System.out.println("checkpoint"); // here
        for (Object object : made) {
            show(object);
        }
        show(make(args[0]));
    }
}
