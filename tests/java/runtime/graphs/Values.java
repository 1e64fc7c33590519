import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.net.URI;
import java.text.DecimalFormat;
import java.text.MessageFormat;
import java.text.SimpleDateFormat;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Scanner;
import java.util.SplittableRandom;
import java.util.StringJoiner;
import java.util.StringTokenizer;
import java.util.TimeZone;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.CRC32;

/** Objects of the JDK that are values, or that are in the midst of something. */
public class Values {
    static Throwable thrown() {
        try {
            try {
                Integer.parseInt("no number");
                return null;
            } catch (NumberFormatException e) {
                IllegalStateException outer = new IllegalStateException("outer", e);
                outer.addSuppressed(new RuntimeException("suppressed"));
                throw outer;
            }
        } catch (IllegalStateException e) {
            return e;
        }
    }

    static String trace(Throwable e) {
        StringWriter text = new StringWriter();
        e.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    static Map<String, Object> make() {
        Map<String, Object> v = new LinkedHashMap<>();
        v.put("optional", Optional.of("there"));
        v.put("empty", Optional.empty());
        v.put("optional int", OptionalInt.of(4));
        v.put("big integer", BigInteger.TWO.pow(200).negate());
        v.put("one", BigInteger.ONE);
        v.put("big decimal", new BigDecimal("12345678901234567890.123456789"));
        v.put("date", LocalDate.of(2024, 2, 29));
        v.put("time", LocalTime.of(23, 59, 58, 7));
        v.put("date-time", LocalDateTime.of(1999, 12, 31, 23, 0));
        v.put("zoned", ZonedDateTime.of(2024, 3, 31, 1, 30, 0, 0, ZoneId.of("Europe/Berlin")));
        v.put("instant", Instant.ofEpochSecond(1_700_000_000L, 5));
        v.put("duration", Duration.ofSeconds(3661));
        v.put("period", Period.of(1, 2, 3));
        v.put("uuid", new UUID(1, 2));
        v.put("uri", URI.create("http://example.org/a?b=c#d"));
        v.put("calendar date", new Date(0));
        return v;
    }

    public static void main(String[] args) throws Exception {
        TimeZone.setDefault(TimeZone.getTimeZone("America/New_York"));
        Locale.setDefault(Locale.GERMANY);
        Map<String, Object> values = make();
        Pattern pattern = Pattern.compile("(?<word>[a-z]+)([0-9]*)", Pattern.CASE_INSENSITIVE);
        Pattern surrogates = Pattern.compile("[\ud800-\udbff](?![\udc00-\udfff])");
        Matcher matcher = pattern.matcher("one1 Two22 three333 four");
        StringBuilder replaced = new StringBuilder();
        matcher.find();
        matcher.appendReplacement(replaced, "<$2>");
        matcher.find();
        StringBuilder builder = new StringBuilder("builder \u20ac").append(1.5).insert(0, 'x');
        StringBuffer buffer = new StringBuffer("buffer");
        buffer.toString();
        Random random = new Random(42);
        SplittableRandom splittable = new SplittableRandom(42);
        random.nextGaussian();
        random.nextInt();
        splittable.nextLong();
        Throwable printed = thrown();
        String before = trace(printed);
        Scanner scanner = new Scanner("12 words 3,5 last\nline two").useLocale(Locale.GERMANY);
        scanner.nextInt();
        scanner.next();
        StringTokenizer tokenizer = new StringTokenizer("a b c d");
        tokenizer.nextToken();
        StringJoiner joiner = new StringJoiner("-", "[", "]").add("j");
        CRC32 crc = new CRC32();
        crc.update(new byte[] {1, 2, 3});
        List<Object> formats = new ArrayList<>(List.of(new DecimalFormat("#,##0.00"), new SimpleDateFormat("yyyy-MM-dd HH:mm EEEE"),
            new MessageFormat("{0} of {1,number}"), DateTimeFormatter.ofPattern("d MMMM uuuu"), DateTimeFormatter.ISO_LOCAL_DATE));
        GregorianCalendar calendar = new GregorianCalendar(2024, 0, 31, 12, 30);
        after(values, new Object[] {pattern, matcher, replaced, surrogates}, new MathContext(7, RoundingMode.HALF_EVEN), builder, buffer, random, splittable,
            new Throwable[] {printed, new Error("fresh")}, before, scanner, tokenizer, joiner, crc, formats, calendar);
    }

    static void after(Map<String, Object> v, Object[] matching, MathContext context, StringBuilder builder, StringBuffer buffer, Random random,
            SplittableRandom splittable, Throwable[] thrown, String before, Scanner scanner, StringTokenizer tokenizer, StringJoiner joiner,
            CRC32 crc, List<Object> formats, GregorianCalendar calendar) {
        System.out.println("before");
        v.forEach((name, value) -> System.out.println(name + " " + value + " " + value.equals(make().get(name)) + value.hashCode())); // here
        System.out.println((v.get("empty") == Optional.empty()) + " " + (v.get("one") == BigInteger.ONE));
        System.out.println(((BigInteger) v.get("big integer")).multiply(BigInteger.TEN) + " " + ((BigDecimal) v.get("big decimal")).round(context));
        System.out.println(((ZonedDateTime) v.get("zoned")).plusHours(1) + " " + ((LocalDate) v.get("date")).plusYears(1) + " "
            + ChronoUnit.DAYS.between((LocalDate) v.get("date"), LocalDate.of(2025, 1, 1)));
        Matcher matcher = (Matcher) matching[1];
        StringBuilder replaced = (StringBuilder) matching[2];
        System.out.println(matcher.group("word") + matcher.start(2) + " " + (matcher.pattern() == matching[0]));
        matcher.appendReplacement(replaced, "<$2>");
        while (matcher.find()) {
            matcher.appendReplacement(replaced, "{$1}");
        }
        System.out.println(matcher.appendTail(replaced) + " " + ((Pattern) matching[0]).matcher("ABC9").matches());
        System.out.println(((Pattern) matching[3]).matcher("ok \ud83d\ude00").find() + " " + ((Pattern) matching[3]).matcher("\ud83d alone").find()
            + " " + ((Pattern) matching[3]).matcher("?").find());
        System.out.println(builder.append("end").reverse() + " " + builder.capacity() + " " + buffer.append(1).length());
        System.out.println(random.nextGaussian() + " " + random.nextInt() + " " + random.nextLong() + " " + splittable.nextLong());
        System.out.println(before.equals(trace(thrown[0])) + " " + thrown[0].getCause().getClass() + " " + thrown[0].getSuppressed().length);
        thrown[1].printStackTrace(System.out);
        thrown[0].printStackTrace();
        thrown[1].addSuppressed(thrown[0]);
        thrown[1].initCause(new Exception("late"));
        System.out.println(trace(thrown[1]).lines().filter(line -> !line.contains("\tat ")).collect(Collectors.joining("|")));
        System.out.println(scanner.nextDouble() + scanner.next() + scanner.nextLine() + scanner.nextLine() + scanner.hasNext());
        System.out.println(tokenizer.nextToken() + tokenizer.countTokens() + joiner.add("k") + crc.getValue());
        crc.update(4);
        System.out.println(crc.getValue());
        System.out.println(((DecimalFormat) formats.get(0)).format(1234567.891) + " " + ((SimpleDateFormat) formats.get(1)).format(new Date(0)) + " "
            + ((MessageFormat) formats.get(2)).format(new Object[] {"a", 1234}) + " " + ((DateTimeFormatter) formats.get(3)).format(LocalDate.of(2024, 3, 1))
            + " " + LocalDate.parse("2024-03-01", (DateTimeFormatter) formats.get(4)));
        calendar.add(GregorianCalendar.MONTH, 1);
        System.out.println(calendar.getTimeInMillis() + " " + calendar.getTimeZone().getID() + " " + Locale.getDefault() + " " + String.format("%,.2f", 1234.5));
    }
}
