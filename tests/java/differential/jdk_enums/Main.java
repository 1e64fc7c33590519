import java.time.DayOfWeek;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Constants of enums of the JDK are reachable, and only code behind the checkpoint asks such an enum for its constants. */
public class Main {
    enum Level {
        LOW,
        HIGH {
            @Override
            int weight() {
                return 10;
            }
        };

        int weight() {
            return 1;
        }
    }

    public static void main(String[] args) {
        List<Enum<?>> constants = new ArrayList<>(List.of(DayOfWeek.MONDAY, TimeUnit.DAYS, Level.HIGH));
        System.out.println(constants); // here
        System.out.println(Stream.of(1).map(x -> x + 1).toList());
        System.out.println(constants.get(0) == DayOfWeek.MONDAY && constants.get(1) == TimeUnit.valueOf("DAYS"));
        System.out.println(((Level) constants.get(2)).weight() + " " + (constants.get(2) == Level.valueOf("HIGH")));
        System.out.println(new Object().hashCode());
    }
}
