import java.time.*;
import java.time.format.*;
import java.time.temporal.*;

/** Fields of WeekFields, which the JDK keeps in a map: a formatter made before the checkpoint parses with fields got after it. */
public class Main {
    public static void main(String[] a) {
        WeekFields w = WeekFields.of(DayOfWeek.SATURDAY, 1);
        DateTimeFormatter f = new DateTimeFormatterBuilder().appendValue(w.weekBasedYear(), 4).appendLiteral("-W")
            .appendValue(w.weekOfWeekBasedYear(), 2).toFormatter();
        System.out.println("before");
        WeekFields v = WeekFields.of(DayOfWeek.SATURDAY, 1); // here
        DateTimeFormatter g = new DateTimeFormatterBuilder().append(f).parseDefaulting(v.dayOfWeek(), 1).toFormatter();
        System.out.println(f.parse("2024-W10").isSupported(v.weekOfWeekBasedYear()));
        System.out.println(f.parse("2024-W10").get(v.weekOfWeekBasedYear()));
        System.out.println(LocalDate.parse("2024-W10", g));
    }
}
