import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** Function objects made before the checkpoint, by code that does not run again, read statics after it. */
public class Main {
    static int counter = 1;
    static int read = 2;
    static int handled = 3;
    static String text = "a";
    static int compared;

    static final class Key implements Comparable<Key> {
        final int value;

        Key(int value) {
            this.value = value;
        }

        @Override
        public int compareTo(Key other) {
            compared++;
            return Integer.compare(value, other.value);
        }
    }

    private final Map<String, Consumer<String>> commands = new HashMap<>();

    Main() {
        commands.put("add", argument -> {
            counter += argument.length();
            System.out.println("add " + counter);
        });
        commands.put("show", Main::show);
    }

    static void show(String argument) {
        System.out.println(argument + text + counter);
    }

    static Supplier<String> reader() throws Exception {
        Field field = Main.class.getDeclaredField("read");
        return () -> {
            try {
                return "read " + field.get(null);
            } catch (IllegalAccessException e) {
                return e.toString();
            }
        };
    }

    static IntSupplier handle() throws Exception {
        VarHandle handle = MethodHandles.lookup().findStaticVarHandle(Main.class, "handled", int.class);
        return () -> (int) handle.getAndAdd(1);
    }

    static Comparator<Map.Entry<String, Key>> order() {
        return Map.Entry.comparingByValue();
    }

    public static void main(String[] args) throws Exception {
        Main main = new Main();
        Supplier<String> reader = reader();
        IntSupplier handle = handle();
        Comparator<Map.Entry<String, Key>> order = order();
        counter += 10;
        read = 20;
        handled = 30;
        text = "changed";
        compared = 100;
        List<Map.Entry<String, Key>> entries = new ArrayList<>(List.of(Map.entry("b", new Key(2)), Map.entry("a", new Key(1))));
        System.out.println("here"); // here
        main.commands.get("add").accept("xyz");
        main.commands.get("show").accept("now ");
        System.out.println(reader.get() + " " + handle.getAsInt() + " " + handle.getAsInt());
        entries.sort(order);
        System.out.println(entries.get(0).getKey() + " " + (compared > 100));
    }
}
