import java.lang.reflect.Method;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.Date;
import java.util.Locale;
import java.util.TimeZone;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;

/**
 * Prints for each way to ask for the time whether it is behind that of the JVM, which reflection asks, and random numbers.
 */
public class Times {
    public static void main(String[] args) throws Exception {
        Math.random();
        ThreadLocalRandom.current();
        after();
    }

    private static void after() throws Exception {
        System.out.println("here"); // here
        long millis = asked("currentTimeMillis");
        long nanos = asked("nanoTime");
        LongSupplier reference = System::currentTimeMillis;
        ZoneId utc = ZoneOffset.UTC;
        long[] all = {
            System.currentTimeMillis(), reference.getAsLong(), new Date().getTime(), new Inner().getTime(),
            Instant.now().toEpochMilli(), Clock.systemUTC().millis(), Clock.systemDefaultZone().millis(), Clock.system(utc).millis(),
            LocalDateTime.now(utc).toInstant(ZoneOffset.UTC).toEpochMilli(), ZonedDateTime.now().toInstant().toEpochMilli(),
            ZonedDateTime.now(utc).toInstant().toEpochMilli(), OffsetDateTime.now().toInstant().toEpochMilli(),
            OffsetDateTime.now(utc).toInstant().toEpochMilli(),
            LocalDateTime.now().atZone(ZoneId.systemDefault()).toInstant().toEpochMilli(),
            Calendar.getInstance().getTimeInMillis(), Calendar.getInstance(Locale.ROOT).getTimeInMillis(),
            Calendar.getInstance(TimeZone.getTimeZone("UTC")).getTimeInMillis(),
            Calendar.getInstance(TimeZone.getTimeZone("UTC"), Locale.ROOT).getTimeInMillis(),
        };
        for (long one : all) {
            System.out.println("behind " + (one < millis));
        }
        System.out.println("behind " + (System.nanoTime() < nanos));
        LocalDate.now();
        LocalDate.now(utc);
        LocalTime.now();
        LocalTime.now(utc);
        java.time.OffsetTime.now();
        java.time.OffsetTime.now(utc);
        java.time.Year.now();
        java.time.Year.now(utc);
        java.time.YearMonth.now();
        java.time.YearMonth.now(utc);
        java.time.MonthDay.now();
        java.time.MonthDay.now(utc);
        System.out.println("random " + Math.random() + " " + ThreadLocalRandom.current().nextLong());
    }

    private static long asked(String name) throws Exception {
        Method method = System.class.getMethod(name);
        return (Long) method.invoke(null);
    }

    /** The constructor of the superclass asks for the time. */
    static class Inner extends Date {}
}
