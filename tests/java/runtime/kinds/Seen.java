import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Spliterator;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.BaseStream;

/** Prints all that calls of public methods show of an object. With {@code -Dkinds.calls=true} each call is said before it is made. */
final class Seen {
    private static final int LONGEST = 400;
    private static final int ELEMENTS = 8;
    /** Names of lambdas have an address in them; identity hashes and the numbers of proxies have tests of their own. */
    private static final Pattern HIDDEN = Pattern.compile("(?<=\\$\\$Lambda)[^ ,;\\])}]*|(?<=@)[0-9a-f]{1,8}|(?<=\\$Proxy)[0-9]+");
    private static final String FOLDER = System.getProperty("user.dir");
    /** Methods that end or empty the object, so that they are called last. */
    private static final Pattern ENDS = Pattern.compile("(clear|close|shutdown.*|cancel.*|destroy|remove.*|poll.*|pop.*|reset.*|drain.*|delete.*|finish|complete.*|obtrude.*|doFinal|takeFirst.*|takeLast.*|end|terminate|forceTermination|disconnect|interrupt)");

    private final String label;
    private final Object object;

    Seen(String label, Object object) {
        this.label = label;
        this.object = object;
    }

    static boolean ends(Method method) {
        return ENDS.matcher(method.getName()).matches();
    }

    static String className(Object object) {
        return HIDDEN.matcher(object.getClass().getName()).replaceAll("");
    }

    void print(Making making) {
        System.out.println("== " + HIDDEN.matcher(label).replaceAll("") + " : " + className(object));
        say("text", () -> object);
        Object again = making.again(label);
        if (again != null && !(object instanceof java.net.URL)) {
            say("as new", () -> className(again).equals(className(object)));
        }
        // collectors of JDK 25 are as equal as the lambdas in them, of which the fresh JVM has its own
        if (again != null && !(object instanceof java.net.URL) && !object.getClass().getName().startsWith("java.util.stream.")) {
            say("equals", () -> object.equals(again) + " " + again.equals(object) + " " + (object.hashCode() == again.hashCode()));
        }
        List<Method> methods = Library.methods(object.getClass());
        for (Method method : methods) {
            if (method.getParameterCount() == 0 && !ends(method) && method.getReturnType() != void.class) {
                call(method, 0, making);
            }
        }
        for (Method method : methods) {
            if (method.getParameterCount() > 0 && !ends(method)) {
                call(method, 0, making);
                call(method, 1, making);
            }
        }
        say("used", () -> object);
        for (Method method : methods) {
            if (ends(method) || method.getParameterCount() == 0 && method.getReturnType() == void.class) {
                call(method, 1, making);
            }
        }
        say("ended", () -> object);
    }

    private interface Call {
        Object get() throws Exception;
    }

    private void say(String what, Call call) {
        String result;
        try {
            result = describe(call.get(), 0);
        } catch (InvocationTargetException e) {
            result = "throws " + describe(e.getCause(), 0);
        } catch (Exception e) {
            result = "throws " + e;
        }
        System.out.println("  " + HIDDEN.matcher(what).replaceAll("") + " = " + result);
    }

    private void call(Method method, int attempt, Making making) {
        Object[] arguments;
        try {
            arguments = new Arguments(attempt, making).of(method.getParameterTypes(), method.getDeclaringClass());
        } catch (Exception e) {
            System.out.println("  " + method.getName() + " has no arguments");
            return;
        }
        if (Boolean.getBoolean("kinds.calls")) {
            System.err.println(label + " " + method);
        }
        say(Library.label(method), () -> method.invoke(object, arguments));
    }

    /** The text of a value, with the elements of what has some. */
    private static String describe(Object value, int depth) {
        String text;
        if (value == null || value instanceof Throwable) {
            text = String.valueOf(value);
        } else if (value.getClass().isArray()) {
            List<Object> elements = new ArrayList<>();
            for (int i = 0; i < Math.min(ELEMENTS, Array.getLength(value)); i++) {
                elements.add(depth > 2 ? "…" : describe(Array.get(value, i), depth + 1));
            }
            text = Array.getLength(value) + " " + value.getClass().getComponentType() + " " + elements;
        } else if (depth > 0 || isPlain(value)) {
            text = String.valueOf(value);
        } else {
            text = className(value) + " " + elements(value);
        }
        text = HIDDEN.matcher(text.replace(FOLDER, "FOLDER")).replaceAll("");
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "… of " + text.length() + " " + text.hashCode();
    }

    private static boolean isPlain(Object value) {
        return value instanceof String || value instanceof Number || value instanceof Boolean || value instanceof Character || value instanceof Enum;
    }

    private static String elements(Object value) {
        List<Object> elements = new ArrayList<>();
        if (value instanceof Iterator) {
            for (Iterator<?> i = (Iterator<?>) value; elements.size() < ELEMENTS && i.hasNext(); ) {
                elements.add(i.next());
            }
        } else if (value instanceof Enumeration) {
            for (Enumeration<?> i = (Enumeration<?>) value; elements.size() < ELEMENTS && i.hasMoreElements(); ) {
                elements.add(i.nextElement());
            }
        } else if (value instanceof Spliterator) {
            for (Spliterator<?> i = (Spliterator<?>) value; elements.size() < ELEMENTS && i.tryAdvance(elements::add); ) {
                continue;
            }
        } else {
            if (value instanceof Set && value.getClass().getName().startsWith("java.util.Immutable")) {
                return new TreeSet<>((Set<?>) value).toString(); // these iterate in an order of each run's own
            }
            if (value instanceof IdentityHashMap) {
                return new TreeMap<>((Map<?, ?>) value).toString(); // in it is a text that is first hashed after the checkpoint
            }
            return value instanceof BaseStream ? "" : String.valueOf(value);
        }
        return elements.toString();
    }
}
