package jcp.runtime;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.Locale;
import java.util.TimeZone;
import jcp.runtime.environment.ClockShift;
import jcp.runtime.jvm.Access;

/**
 * The clock of a replay with {@code --clock replay}: it goes on from the time of the checkpoint. The program's calls of the
 * methods that ask for the time are turned here by jcp ({@code src/rewrite/clock.rs}), each to a method with the same name and
 * descriptor; there is a class for each type of result.
 *
 * <p>Left out: what the JDK asks for by itself (times of files, of log records, time-outs), and clocks that the program made
 * before the checkpoint and holds.
 */
public final class ReplayClock {
    private ReplayClock() {}

    private static final Class<?>[] OWN = {
        Shifted.class, Clocks.class, Instants.class, LocalDates.class, LocalTimes.class, LocalDateTimes.class, ZonedDateTimes.class, OffsetDateTimes.class,
        OffsetTimes.class, Years.class, YearMonths.class, MonthDays.class, Calendars.class
    };

    /** Links the classes, if the clock is to go on from the checkpoint: it takes hashes, which after the checkpoint are the program's. */
    static void link() {
        for (Class<?> type : OWN) {
            Access.U.ensureClassInitialized(type);
        }
    }

    public static long currentTimeMillis() {
        return System.currentTimeMillis() + ClockShift.millis;
    }

    public static long nanoTime() {
        return System.nanoTime() + ClockShift.nanos;
    }

    /** A clock of the JVM, whose times are shifted. {@link Clock#offset} uses classes that take hashes when they are linked. */
    private static final class Shifted extends Clock {
        private final Clock clock;

        Shifted(Clock clock) {
            this.clock = clock;
        }

        @Override
        public Instant instant() {
            Instant now = clock.instant();
            long nanos = now.getNano() + Math.floorMod(ClockShift.millis, 1000L) * 1_000_000;
            return Instant.ofEpochSecond(now.getEpochSecond() + Math.floorDiv(ClockShift.millis, 1000L), nanos);
        }

        @Override
        public long millis() {
            return clock.millis() + ClockShift.millis;
        }

        @Override
        public ZoneId getZone() {
            return clock.getZone();
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return new Shifted(clock.withZone(zone));
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Shifted && clock.equals(((Shifted) other).clock);
        }

        @Override
        public int hashCode() {
            return clock.hashCode();
        }

        @Override
        public String toString() {
            return clock.toString();
        }
    }

    /** {@link Clock}. */
    public static final class Clocks {
        private Clocks() {}

        public static Clock systemUTC() {
            return new Shifted(Clock.systemUTC());
        }

        public static Clock systemDefaultZone() {
            return new Shifted(Clock.systemDefaultZone());
        }

        public static Clock system(ZoneId zone) {
            return new Shifted(Clock.system(zone));
        }
    }

    /** {@link Instant}. */
    public static final class Instants {
        private Instants() {}

        public static Instant now() {
            return Clocks.systemUTC().instant();
        }
    }

    /** {@link LocalDate}. */
    public static final class LocalDates {
        private LocalDates() {}

        public static LocalDate now() {
            return LocalDate.now(Clocks.systemDefaultZone());
        }

        public static LocalDate now(ZoneId zone) {
            return LocalDate.now(Clocks.system(zone));
        }
    }

    /** {@link LocalTime}. */
    public static final class LocalTimes {
        private LocalTimes() {}

        public static LocalTime now() {
            return LocalTime.now(Clocks.systemDefaultZone());
        }

        public static LocalTime now(ZoneId zone) {
            return LocalTime.now(Clocks.system(zone));
        }
    }

    /** {@link LocalDateTime}. */
    public static final class LocalDateTimes {
        private LocalDateTimes() {}

        public static LocalDateTime now() {
            return LocalDateTime.now(Clocks.systemDefaultZone());
        }

        public static LocalDateTime now(ZoneId zone) {
            return LocalDateTime.now(Clocks.system(zone));
        }
    }

    /** {@link ZonedDateTime}. */
    public static final class ZonedDateTimes {
        private ZonedDateTimes() {}

        public static ZonedDateTime now() {
            return ZonedDateTime.now(Clocks.systemDefaultZone());
        }

        public static ZonedDateTime now(ZoneId zone) {
            return ZonedDateTime.now(Clocks.system(zone));
        }
    }

    /** {@link OffsetDateTime}. */
    public static final class OffsetDateTimes {
        private OffsetDateTimes() {}

        public static OffsetDateTime now() {
            return OffsetDateTime.now(Clocks.systemDefaultZone());
        }

        public static OffsetDateTime now(ZoneId zone) {
            return OffsetDateTime.now(Clocks.system(zone));
        }
    }

    /** {@link OffsetTime}. */
    public static final class OffsetTimes {
        private OffsetTimes() {}

        public static OffsetTime now() {
            return OffsetTime.now(Clocks.systemDefaultZone());
        }

        public static OffsetTime now(ZoneId zone) {
            return OffsetTime.now(Clocks.system(zone));
        }
    }

    /** {@link Year}. */
    public static final class Years {
        private Years() {}

        public static Year now() {
            return Year.now(Clocks.systemDefaultZone());
        }

        public static Year now(ZoneId zone) {
            return Year.now(Clocks.system(zone));
        }
    }

    /** {@link YearMonth}. */
    public static final class YearMonths {
        private YearMonths() {}

        public static YearMonth now() {
            return YearMonth.now(Clocks.systemDefaultZone());
        }

        public static YearMonth now(ZoneId zone) {
            return YearMonth.now(Clocks.system(zone));
        }
    }

    /** {@link MonthDay}. */
    public static final class MonthDays {
        private MonthDays() {}

        public static MonthDay now() {
            return MonthDay.now(Clocks.systemDefaultZone());
        }

        public static MonthDay now(ZoneId zone) {
            return MonthDay.now(Clocks.system(zone));
        }
    }

    /** {@link Calendar}. */
    public static final class Calendars {
        private Calendars() {}

        public static Calendar getInstance() {
            return set(Calendar.getInstance());
        }

        public static Calendar getInstance(TimeZone zone) {
            return set(Calendar.getInstance(zone));
        }

        public static Calendar getInstance(Locale locale) {
            return set(Calendar.getInstance(locale));
        }

        public static Calendar getInstance(TimeZone zone, Locale locale) {
            return set(Calendar.getInstance(zone, locale));
        }

        private static Calendar set(Calendar made) {
            made.setTimeInMillis(currentTimeMillis());
            return made;
        }
    }
}
