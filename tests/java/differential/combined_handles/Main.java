import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Method handles that guard, loop, catch, switch, spread, collect and permute, held by a static field and called hot and cold. */
public class Main {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final Map<String, MethodHandle> HANDLES = new TreeMap<>();
    private static int cleaned;
    private static int calls;

    static boolean isShort(String text) {
        return text.length() < 4;
    }

    static String show(String text) {
        return "<" + text + ">";
    }

    static String twice(String text) {
        return text + text;
    }

    static String fails(String text) {
        if (text.length() == 3) {
            throw new IllegalStateException(text);
        }
        return text;
    }

    static String caught(IllegalStateException e, String text) {
        return "caught " + e.getMessage() + text;
    }

    static String clean(Throwable t, String result, String text) {
        cleaned++;
        return t == null ? result + "." : "cleaned " + t.getMessage();
    }

    static int next(int sum, int i) {
        return sum + i;
    }

    static String each(String sum, Character one, String text) {
        return sum + one + "-";
    }

    static Iterator<Character> letters(String text) {
        List<Character> letters = new ArrayList<>();
        for (char c : text.toCharArray()) {
            letters.add(c);
        }
        return letters.iterator();
    }

    static boolean small(int value, int limit) {
        return value < limit;
    }

    static int more(int value, int limit) {
        return value * 2 + 1;
    }

    static String join(String... parts) {
        return String.join("/", parts);
    }

    static String three(String a, int b, long c) {
        return a + b + c;
    }

    static MethodHandle find(String name, Class<?> result, Class<?>... parameters) throws ReflectiveOperationException {
        return LOOKUP.findStatic(Main.class, name, MethodType.methodType(result, parameters));
    }

    static void make() throws ReflectiveOperationException {
        MethodHandle show = find("show", String.class, String.class);
        MethodHandle twice = find("twice", String.class, String.class);
        MethodHandle fails = find("fails", String.class, String.class);
        MethodHandle isShort = find("isShort", boolean.class, String.class);
        MethodHandle three = find("three", String.class, String.class, int.class, long.class);
        MethodHandle join = find("join", String.class, String[].class);
        MethodHandle guard = MethodHandles.guardWithTest(isShort, show, twice);
        HANDLES.put("guard", guard);
        HANDLES.put("guard in guard", MethodHandles.guardWithTest(isShort, MethodHandles.filterReturnValue(guard, show), guard));
        HANDLES.put("catch", MethodHandles.catchException(fails, IllegalStateException.class, find("caught", String.class, IllegalStateException.class, String.class)));
        HANDLES.put("finally", MethodHandles.tryFinally(fails, find("clean", String.class, Throwable.class, String.class, String.class)));
        HANDLES.put("throw", MethodHandles.catchException(
            MethodHandles.dropArguments(MethodHandles.throwException(String.class, IllegalStateException.class).bindTo(new IllegalStateException("bound")), 0, String.class),
            IllegalStateException.class, find("caught", String.class, IllegalStateException.class, String.class)));
        HANDLES.put("counted", MethodHandles.countedLoop(MethodHandles.identity(int.class),
            MethodHandles.dropArguments(MethodHandles.constant(int.class, 7), 0, int.class), MethodHandles.dropArguments(find("next", int.class, int.class, int.class), 2, int.class)));
        HANDLES.put("while", MethodHandles.whileLoop(MethodHandles.dropArguments(MethodHandles.constant(int.class, 1), 0, int.class),
            find("small", boolean.class, int.class, int.class), find("more", int.class, int.class, int.class)));
        HANDLES.put("iterated", MethodHandles.iteratedLoop(find("letters", Iterator.class, String.class),
            MethodHandles.dropArguments(MethodHandles.constant(String.class, "!"), 0, String.class), find("each", String.class, String.class, Character.class, String.class)));
        HANDLES.put("switch", MethodHandles.tableSwitch(MethodHandles.dropArguments(twice, 0, int.class), MethodHandles.dropArguments(show, 0, int.class),
            MethodHandles.dropArguments(fails, 0, int.class), MethodHandles.dropArguments(twice, 0, int.class)));
        HANDLES.put("permute", MethodHandles.permuteArguments(three, MethodType.methodType(String.class, long.class, String.class, int.class), 1, 2, 0));
        HANDLES.put("duplicate", MethodHandles.permuteArguments(LOOKUP.findVirtual(String.class, "concat", MethodType.methodType(String.class, String.class)),
            MethodType.methodType(String.class, String.class), 0, 0));
        HANDLES.put("spread", MethodHandles.dropArguments(join, 0, int.class).asCollector(String[].class, 3));
        HANDLES.put("collect", join.asCollector(String[].class, 2));
        HANDLES.put("bound varargs", MethodHandles.filterReturnValue(join, show).asVarargsCollector(String[].class));
        HANDLES.put("convert", MethodHandles.explicitCastArguments(three, MethodType.methodType(Object.class, Object.class, long.class, int.class)));
        HANDLES.put("boxed", three.asType(MethodType.methodType(Object.class, Object.class, Integer.class, int.class)));
        HANDLES.put("invoker", MethodHandles.insertArguments(MethodHandles.exactInvoker(twice.type()), 0, twice));
        HANDLES.put("generic invoker", MethodHandles.insertArguments(MethodHandles.invoker(MethodType.methodType(Object.class, String.class)), 0, guard));
        HANDLES.put("spread invoker", MethodHandles.insertArguments(MethodHandles.spreadInvoker(three.type(), 1), 0, three));
        HANDLES.put("zero", MethodHandles.dropArguments(MethodHandles.zero(long.class), 0, String.class));
        HANDLES.put("empty", MethodHandles.empty(MethodType.methodType(String.class, int.class, String.class)));
        HANDLES.put("identity", MethodHandles.identity(String.class));
        HANDLES.put("fold", MethodHandles.foldArguments(MethodHandles.dropArguments(LOOKUP.findVirtual(String.class, "concat", MethodType.methodType(String.class, String.class)), 2, int.class),
            0, MethodHandles.dropArguments(show, 1, int.class)));
        HANDLES.put("array length", MethodHandles.filterReturnValue(MethodHandles.arrayLength(String[].class).asCollector(String[].class, 3), MethodHandles.identity(int.class)));
        HANDLES.put("element", MethodHandles.insertArguments(MethodHandles.arrayElementGetter(String[].class), 0, (Object) new String[] {"a", "b", "c", "element"}));
    }

    public static void main(String[] args) throws Throwable {
        make();
        int made = 0;
        for (Map.Entry<String, MethodHandle> each : HANDLES.entrySet()) {
            // some not yet, some often enough that the JVM makes code for this very handle
            for (int i = 0; i < made % 4 * 90; i++) {
                call(each.getValue());
            }
            made++;
        }
        System.out.println("made " + cleaned); // here
        for (Map.Entry<String, MethodHandle> each : HANDLES.entrySet()) {
            for (int i = 0; i < 200; i++) {
                call(each.getValue());
            }
            System.out.println(each.getKey() + " " + each.getValue() + " " + call(each.getValue()) + " " + call(each.getValue()) + " " + call(each.getValue()));
        }
        System.out.println(cleaned + " " + (String) HANDLES.get("guard").invokeExact("exact") + " " + MethodHandles.filterReturnValue(HANDLES.get("guard"), HANDLES.get("catch")).invoke("ab"));
        HANDLES.clear(); // how the JDK shares parts of their forms may differ, and no program can see it
    }

    private static String call(MethodHandle handle) throws Throwable {
        calls++;
        List<Object> arguments = new ArrayList<>();
        for (Class<?> type : handle.type().parameterList()) {
            Object number = type == long.class ? (Object) 4L : (Object) 3;
            arguments.add(type == String.class || type == Object.class || handle.isVarargsCollector() ? "s" + arguments.size() + (calls % 3 == 0 ? "" : calls % 3)
                : type == String[].class ? new String[] {"x", "y"} : type == Object[].class ? new Object[] {3, 4L} : number);
        }
        try {
            return String.valueOf(handle.invokeWithArguments(arguments));
        } catch (IllegalStateException e) {
            return "threw " + e.getMessage();
        }
    }
}
