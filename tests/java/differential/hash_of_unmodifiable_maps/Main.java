import java.util.Collections;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.Map;

/** After the checkpoint alone: entries of a map that cannot be changed, and the values of a Hashtable, in whose classes the JVM takes hashes. */
public class Main {
    static final class Score {}

    static void hash(String behind) {
        System.out.println(behind + " " + System.identityHashCode(new Object()));
    }

    public static void main(String[] args) {
        Map<Score, Integer> scores = new HashMap<>();
        for (int i = 0; i < 20; i++) {
            scores.put(new Score(), i);
        }
        hash("start");
        System.out.println("here"); // here
        Map<Score, Integer> copy = new HashMap<>(Collections.unmodifiableMap(scores));
        hash("entries of an unmodifiable map");
        System.out.println(copy.values());
        Hashtable<String, Integer> table = new Hashtable<>();
        table.put("one", 1);
        System.out.println(table.values());
        hash("values of a hash table");
        Map<Score, Integer> later = new HashMap<>();
        for (int i = 0; i < 20; i++) {
            later.put(new Score(), i);
        }
        System.out.println(later.values());
    }
}
