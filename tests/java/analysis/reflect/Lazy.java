import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Classes that are looked up by names that are not known. The test names the part to run by the class with the main method. */
interface Plugin {
    String run();
}

class First implements Plugin {
    public String run() {
        return "first";
    }
}

class Second implements Plugin {
    public String run() {
        return "second";
    }
}

class Stranger {
    static int made;

    public Stranger() {
        made++;
    }

    public static void main(String[] args) {
        made--;
    }
}

class Sink {
    static void take(Object object) {}

    static void other(Object object) {}
}

/** A cast asks. */
class Cast {
    public static void main(String[] args) throws Exception {
        Plugin plugin = (Plugin) Class.forName(args[0] + "x").getDeclaredConstructor().newInstance();
        Sink.take(plugin.run());
        Sink.other(plugin);
    }
}

class Upper {}

class Lower extends Upper {}

/** Nothing more is looked up for the classes above, of which objects are made. */
class Above {
    public static void main(String[] args) throws Exception {
        Class<?> found = Class.forName(args[0] + "x");
        List<Class<?>> all = new ArrayList<>(List.of(found.getInterfaces()));
        all.add(found.getSuperclass());
        Sink.other((Upper) all.get(args.length).newInstance());
    }
}

/** The receiver of a call asks, where a function object has no cast in the code. */
class Receiver {
    public static void main(String[] args) throws Exception {
        Function<Plugin, String> runs = plugin -> plugin.run();
        List<Object> objects = new ArrayList<>();
        objects.add(Class.forName(args[0] + "x").newInstance());
        Sink.take(((Function) runs).apply(objects.get(0)));
    }
}

/** A field that reflection sets asks. */
class Injected {
    Plugin held;

    public static void main(String[] args) throws Exception {
        Field field = Injected.class.getDeclaredField("held");
        Injected injected = new Injected();
        field.set(injected, Class.forName(args[0] + "x").newInstance());
        Sink.other(injected.held);
    }
}

/** A parameter of a method that reflection calls asks. */
class Passed {
    static void pass(Plugin plugin) {
        Sink.other(plugin);
    }

    public static void main(String[] args) throws Exception {
        Method method = Passed.class.getDeclaredMethod("pass", Plugin.class);
        method.invoke(null, Class.forName(args[0] + "x").newInstance());
    }
}

/** The name of a method asks for the classes that have one. */
class Launcher {
    public static void main(String[] args) throws Exception {
        Class.forName(args[0] + "x").getMethod("start").invoke(null);
    }
}

class Started {
    public static void start() {}

    static void never() {}
}

/** Nothing asks. */
class Nobody {
    public static void main(String[] args) throws Exception {
        Sink.other(Class.forName(args[0] + "x").newInstance());
    }
}

/** Something asks, but the members of the class are listed as well. */
class Lists {
    public static void main(String[] args) throws Exception {
        Class<?> found = Class.forName(args[0] + "x");
        Plugin plugin = (Plugin) found.newInstance();
        for (Method method : found.getDeclaredMethods()) {
            Sink.take(method.getName());
        }
        Sink.other(plugin);
    }
}

/** Arrays of classes that are not known. */
class Arrays {
    public static void main(String[] args) throws Exception {
        Object[] made = (Object[]) java.lang.reflect.Array.newInstance(Class.forName(args[0] + "x"), 1);
        made[0] = new First();
        Sink.other(made[0]);
        Sink.take(made);
    }
}
