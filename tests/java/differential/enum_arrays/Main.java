import java.time.DayOfWeek;
import java.util.EnumMap;
import java.util.EnumSet;

/** Maps and sets of an enum share the array of its constants, those made before the checkpoint with those made behind it. */
public class Main {
    enum Way { NORTH, EAST }

    static final EnumMap<Way, EnumMap<DayOfWeek, String>> ways = new EnumMap<>(Way.class);
    static final EnumSet<Way> used = EnumSet.of(Way.EAST);

    static void add(Way way, DayOfWeek day) {
        ways.computeIfAbsent(way, w -> new EnumMap<>(DayOfWeek.class)).put(day, way + " on " + day);
        used.add(way);
    }

    public static void main(String[] args) {
        add(Way.NORTH, DayOfWeek.MONDAY);
        System.out.println(ways); // here
        add(Way.EAST, DayOfWeek.SUNDAY);
        System.out.println(ways + " " + used + " " + EnumSet.allOf(Way.class));
    }
}
