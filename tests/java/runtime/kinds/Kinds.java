import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes objects of every public class of java.base's packages of libraries, holds them over the checkpoint, and then prints
 * what can be seen of each: its class, its text, how it compares with an equal new one, what its methods return, and again
 * after it was used.
 *
 * <p>Arguments: {@code kept PREFIX...} for the objects that can be captured, of packages whose names start so; {@code refused}
 * for the others; {@code list} prints the classes and what becomes of them.
 */
public class Kinds {
    static final Map<String, Object> HELD = new LinkedHashMap<>();

    public static void main(String[] args) throws Exception {
        List<String> wanted = new ArrayList<>(List.of(args));
        String mode = wanted.remove(0);
        if (mode.equals("list")) {
            new Report().print();
            return;
        }
        boolean refused = mode.equals("refused");
        Making making = new Making(wanted, refused);
        HELD.putAll(making.all());
        after(refused ? null : making);
        Making.end();
    }

    static void after(Making making) throws Exception {
        System.out.println("at the checkpoint");
        System.out.println("held " + HELD.size()); // here
        for (Map.Entry<String, Object> each : making == null ? Set.<Map.Entry<String, Object>>of() : HELD.entrySet()) {
            new Seen(each.getKey(), each.getValue()).print(making);
        }
    }
}
