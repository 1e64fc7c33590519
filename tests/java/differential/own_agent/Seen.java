import java.util.ArrayList;
import java.util.List;

/** Found by the boot loader once the program has appended a jar with it. No initialiser: jcp would change the class file that the program puts into the jar. */
public class Seen {
    static List<String> all;

    public static void hit(String text) {
        if (all == null) {
            all = new ArrayList<>();
        }
        all.add(text);
    }

    public static List<String> all() {
        return all;
    }
}
