import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.Year;
import java.time.ZonedDateTime;
import java.util.Calendar;

/** A clock that goes on from the checkpoint takes no identity hashes. */
public class Main {
    public static void main(String[] args) {
        System.out.println("before"); // here
        Object[] times = {Instant.now(), LocalDate.now(), LocalDateTime.now(), ZonedDateTime.now(), Year.now(), Calendar.getInstance(), Clock.systemUTC().instant()};
        System.out.println(times.length + " " + new Object() + " " + Clock.systemUTC());
    }
}
