import java.io.ObjectStreamClass;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.math.BigInteger;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Proxy;
import java.net.StandardSocketOptions;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.CoderResult;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.security.Security;
import java.text.AttributedCharacterIterator;
import java.text.DateFormat;
import java.text.NumberFormat;
import java.time.DayOfWeek;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.chrono.Chronology;
import java.time.chrono.HijrahChronology;
import java.time.chrono.IsoChronology;
import java.time.chrono.JapaneseChronology;
import java.time.chrono.JapaneseDate;
import java.time.chrono.JapaneseEra;
import java.time.format.DateTimeFormatter;
import java.time.format.DecimalStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.time.temporal.JulianFields;
import java.time.temporal.TemporalAdjusters;
import java.time.temporal.TemporalQueries;
import java.time.temporal.ValueRange;
import java.time.temporal.WeekFields;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Collections;
import java.util.Currency;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TimeZone;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;

/** Whether what the JDK gives after the checkpoint is the object that it gave before: of each kind that it keeps, and of some that it makes anew. */
public class Main {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Named {
        String value() default "none";
    }

    @Named("type")
    static class Box<T extends Comparable<T>> implements Comparable<Box<T>> {
        @Named("field")
        final List<? super T> things = null;

        @Named("constructor")
        Box() {}

        @Named("method")
        <S extends List<T>> S same(@Named("parameter") S of) {
            return of;
        }

        @Override
        public int compareTo(Box<T> other) {
            return 0;
        }
    }

    record Pair(@Named("left") int left, List<String> right) {}

    private static final List<String> NAMES = new ArrayList<>();
    private static final List<Callable<Object>> GIVERS = new ArrayList<>();

    private static void add(String name, Callable<Object> giver) {
        NAMES.add(name);
        GIVERS.add(giver);
    }

    private static Method same() throws NoSuchMethodException {
        return Box.class.getDeclaredMethod("same", List.class);
    }

    private static void time() {
        add("zone of the default time zone", () -> ZoneId.systemDefault());
        add("delimiter of scanners", () -> new java.util.Scanner("a b").delimiter());
        add("week fields", () -> WeekFields.of(DayOfWeek.SATURDAY, 1));
        add("week of year", () -> WeekFields.of(DayOfWeek.SATURDAY, 2).weekOfYear());
        add("week of ISO", () -> WeekFields.ISO.weekOfWeekBasedYear());
        add("day of week of ISO", () -> WeekFields.ISO.dayOfWeek());
        add("week fields of a locale", () -> WeekFields.of(Locale.GERMANY));
        add("week fields of ISO", () -> WeekFields.of(DayOfWeek.MONDAY, 4));
        add("week of Sunday", () -> WeekFields.SUNDAY_START.weekOfMonth());
        add("week-based years", () -> WeekFields.ISO.weekBasedYear().getBaseUnit());
        add("ISO fields", () -> IsoFields.WEEK_OF_WEEK_BASED_YEAR);
        add("Julian fields", () -> JulianFields.JULIAN_DAY);
        add("range", () -> ChronoField.DAY_OF_WEEK.range());
        add("range made", () -> ValueRange.of(1, 9));
        add("range of weeks of a month", () -> WeekFields.of(DayOfWeek.SATURDAY, 2).weekOfMonth().range());
        add("weeks of the same month", () -> WeekFields.of(DayOfWeek.SATURDAY, 2));
        add("range of weeks", () -> WeekFields.of(DayOfWeek.SATURDAY, 3).dayOfWeek().range());
        add("adjuster", () -> TemporalAdjusters.firstDayOfMonth());
        add("query", () -> TemporalQueries.zoneId());
        add("formatter", () -> DateTimeFormatter.ISO_DATE);
        add("formatter of a pattern", () -> DateTimeFormatter.ofPattern("yyyy"));
        add("resolver fields", () -> DateTimeFormatter.BASIC_ISO_DATE.getResolverFields());
        add("decimal style", () -> DecimalStyle.of(Locale.FRANCE));
        add("decimal style of the root", () -> DecimalStyle.STANDARD);
        add("offset", () -> ZoneOffset.ofHours(3));
        add("odd offset", () -> ZoneOffset.ofTotalSeconds(1801));
        add("offset by name", () -> ZoneOffset.of("+05:30"));
        add("rules of an offset", () -> ZoneOffset.ofHours(4).getRules());
        add("zone", () -> ZoneId.of("Europe/Zurich"));
        add("rules", () -> ZoneId.of("Europe/Zurich").getRules());
        add("rules of a date", () -> ZonedDateTime.of(2024, 1, 1, 1, 1, 1, 1, ZoneId.of("Asia/Tokyo")).getZone().getRules());
        add("offset of local mean time", () -> ZoneId.of("Europe/Berlin").getRules().getOffset(java.time.LocalDateTime.MIN));
        add("yearly rule", () -> ZoneId.of("Europe/Rome").getRules().getTransitionRules().get(0));
        add("transition of a rule", () -> ZoneId.of("Europe/Oslo").getRules().previousTransition(java.time.Instant.parse("2050-01-01T00:00:00Z")));
        add("transition", () -> ZoneId.of("America/New_York").getRules().nextTransition(java.time.Instant.EPOCH));
        add("chronology", () -> Chronology.of("ThaiBuddhist"));
        add("chronology by type", () -> Chronology.of("roc"));
        add("Japanese chronology", () -> JapaneseChronology.INSTANCE);
        add("Hijrah chronology", () -> Chronology.of("islamic-umalqura"));
        add("ISO", () -> IsoChronology.INSTANCE);
        add("Japanese era", () -> JapaneseEra.values()[0]);
        add("Japanese era of a date", () -> JapaneseDate.of(2020, 1, 1).getEra());
        add("midnight", () -> LocalTime.of(7, 0));
        add("UTC clock", () -> java.time.Clock.systemUTC());
    }

    private static void locales() {
        add("locale by tag", () -> Locale.forLanguageTag("de-CH"));
        add("locale with a script", () -> Locale.forLanguageTag("zh-Hant-TW"));
        add("locale with an extension", () -> Locale.forLanguageTag("th-TH-u-nu-thai"));
        add("locale with a private use", () -> Locale.forLanguageTag("en-x-own"));
        add("locale built", () -> new Locale.Builder().setLanguage("rm").setRegion("CH").build());
        add("locale of the constants", () -> Locale.forLanguageTag("en-US"));
        add("locale constructed", () -> locale("en", "US"));
        add("locale constructed of Japan", () -> new Locale("ja", "JP", "JP"));
        add("locale stripped", () -> Locale.forLanguageTag("fr-CA-u-ca-buddhist").stripExtensions());
        add("locale of the list", () -> Locale.getAvailableLocales()[5]);
        add("root locale", () -> Locale.ROOT);
        add("default locale", () -> Locale.getDefault());
        add("currency", () -> Currency.getInstance("CHF"));
        add("currency of a locale", () -> Currency.getInstance(Locale.JAPAN));
        add("charset", () -> Charset.forName("windows-1252"));
        add("charset of the constants", () -> Charset.forName("UTF-8"));
        add("names of a charset", () -> Charset.forName("windows-1252").aliases());
        add("names of a charset of the constants", () -> java.nio.charset.StandardCharsets.UTF_8.aliases());
        add("rare charset", () -> Charset.forName("IBM037"));
        add("default charset", () -> Charset.defaultCharset());
        add("coder result", () -> CoderResult.malformedForLength(2));
        add("coder result kept", () -> CoderResult.unmappableForLength(7));
        add("script", () -> Character.UnicodeScript.of('x'));
        add("block", () -> Character.UnicodeBlock.of('\u0394'));
        add("block by name", () -> Character.UnicodeBlock.forName("Cyrillic"));
        add("attribute", () -> AttributedCharacterIterator.Attribute.LANGUAGE);
        add("field of dates", () -> DateFormat.Field.ofCalendarField(Calendar.MONTH));
        add("field of numbers", () -> NumberFormat.Field.SIGN);
        add("format", () -> NumberFormat.getInstance(Locale.US));
        add("collator", () -> java.text.Collator.getInstance(Locale.US));
        add("time zone", () -> TimeZone.getTimeZone("Europe/Paris"));
        add("default time zone", () -> TimeZone.getDefault());
        add("calendar", () -> Calendar.getInstance(Locale.US).getClass());
        add("types of calendars", () -> Calendar.getAvailableCalendarTypes());
        add("era of Gregorian", () -> new GregorianCalendar(2000, 1, 1).getTimeZone());
    }

    private static Locale locale(String language, String country) {
        return new Locale(language, country);
    }

    private static void system() {
        add("loopback", () -> InetAddress.getLoopbackAddress());
        add("any address", () -> new java.net.InetSocketAddress(0).getAddress());
        add("any name of loopback", () -> InetAddress.getByName(null));
        add("address", () -> Inet4Address.getByAddress(new byte[] {1, 2, 3, 4}));
        add("no proxy", () -> Proxy.NO_PROXY);
        add("socket option", () -> StandardSocketOptions.TCP_NODELAY);
        add("version", () -> Runtime.version());
        add("runtime", () -> Runtime.getRuntime());
        add("environment", () -> System.getenv());
        add("properties", () -> System.getProperties());
        add("console", () -> System.console());
        add("file system", () -> FileSystems.getDefault());
        add("provider of files", () -> FileSystems.getDefault().provider());
        add("root of files", () -> FileSystems.getDefault().getRootDirectories().iterator().next());
        add("path", () -> Path.of("a"));
        add("absolute path", () -> Path.of("").toAbsolutePath());
        add("boot layer", () -> ModuleLayer.boot());
        add("module", () -> String.class.getModule());
        add("module of logging", () -> Logger.class.getModule());
        add("module descriptor", () -> String.class.getModule().getDescriptor());
        add("configuration", () -> ModuleLayer.boot().configuration());
        add("modules of the boot layer", () -> ModuleLayer.boot().modules());
        add("unnamed module", () -> Main.class.getModule());
        add("package", () -> Main.class.getPackage());
        add("package of the JDK", () -> java.util.concurrent.atomic.AtomicLong.class.getPackage());
        add("loader", () -> Main.class.getClassLoader());
        add("context loader", () -> Thread.currentThread().getContextClassLoader());
        add("domain", () -> Main.class.getProtectionDomain());
        add("code source", () -> Main.class.getProtectionDomain().getCodeSource());
        add("location", () -> Main.class.getProtectionDomain().getCodeSource().getLocation());
        add("thread", () -> Thread.currentThread());
        add("group", () -> Thread.currentThread().getThreadGroup());
        add("process", () -> ProcessHandle.current());
        add("security provider", () -> Security.getProvider("SUN"));
        add("byte order", () -> ByteOrder.nativeOrder());
        add("common pool", () -> java.util.concurrent.ForkJoinPool.commonPool());
        add("level", () -> Level.parse("FINE"));
        add("log manager", () -> LogManager.getLogManager());
        add("values of the empty map", () -> java.util.Map.of().values());
        add("keys of the empty map", () -> java.util.Map.of().keySet());
        add("entries of the empty sorted map", () -> java.util.Collections.emptySortedMap().entrySet());
        add("values of the empty navigable map", () -> java.util.Collections.emptyNavigableMap().values());
        add("keys of the short zones", () -> java.time.ZoneId.SHORT_IDS.keySet());
        add("values of the short zones", () -> java.time.ZoneId.SHORT_IDS.values());
        add("names in the environment", () -> System.getenv().keySet());
        add("no bytes", () -> java.util.HexFormat.of().parseHex(""));
        add("root logger", () -> Logger.getLogger(""));
        add("global logger", () -> Logger.getGlobal());
        add("system logger", () -> System.getLogger("one"));
        add("number", () -> BigInteger.valueOf(7));
        add("large number", () -> BigInteger.valueOf(700));
        add("ten", () -> BigInteger.TEN);
        add("optional", () -> Optional.empty());
        add("empty list", () -> List.of());
        add("empty map", () -> Collections.emptyMap());
        add("reverse order", () -> Collections.reverseOrder());
        add("natural order", () -> java.util.Comparator.naturalOrder());
        add("null stream", () -> java.io.OutputStream.nullOutputStream().getClass());
        add("time unit", () -> java.util.concurrent.TimeUnit.of(java.time.temporal.ChronoUnit.DAYS));
        add("format of hex", () -> java.util.HexFormat.of());
        add("encoder", () -> java.util.Base64.getUrlEncoder());
        add("decoder", () -> java.util.Base64.getMimeDecoder());
        add("bundle", () -> java.util.ResourceBundle.Control.getControl(java.util.ResourceBundle.Control.FORMAT_PROPERTIES));
        add("name of manifests", () -> new java.util.jar.Attributes.Name("Own-Name"));
        add("network interface", () -> NetworkInterface.class);
    }

    private static void reflection() {
        add("method type", () -> MethodType.genericMethodType(2));
        add("method type with an array", () -> MethodType.genericMethodType(1, true));
        add("method type by classes", () -> MethodType.methodType(String.class, int.class, Box.class));
        add("method type erased", () -> MethodType.methodType(String.class, Date.class).erase());
        add("method type wrapped", () -> MethodType.methodType(int.class, long.class).wrap());
        add("public lookup", () -> MethodHandles.publicLookup());
        add("identity", () -> MethodHandles.identity(String.class).type());
        add("array var handle", () -> MethodHandles.arrayElementVarHandle(int[].class));
        add("serial class", () -> ObjectStreamClass.lookup(ArrayList.class));
        add("method", () -> same());
        add("type variable", () -> Box.class.getTypeParameters()[0]);
        add("bound", () -> Box.class.getTypeParameters()[0].getBounds()[0]);
        add("generic superclass", () -> Box.class.getGenericSuperclass());
        add("generic interface", () -> Box.class.getGenericInterfaces()[0]);
        add("argument of an interface", () -> ((ParameterizedType) Box.class.getGenericInterfaces()[0]).getActualTypeArguments()[0]);
        add("type variable of the JDK", () -> Map.class.getTypeParameters()[1]);
        add("type variable of a method", () -> same().getTypeParameters()[0]);
        add("generic type of a field", () -> Box.class.getDeclaredField("things").getGenericType());
        add("generic type of a method", () -> same().getGenericReturnType());
        add("parameter", () -> same().getParameters()[0]);
        add("annotation", () -> Box.class.getAnnotation(Named.class));
        add("annotation of a method", () -> same().getAnnotation(Named.class));
        add("annotation of a field", () -> Box.class.getDeclaredField("things").getAnnotation(Named.class));
        add("annotation of a constructor", () -> Box.class.getDeclaredConstructor().getAnnotation(Named.class));
        add("annotation of a parameter", () -> same().getParameters()[0].getAnnotation(Named.class));
        add("annotation of the JDK", () -> Runnable.class.getAnnotation(FunctionalInterface.class));
        add("no type parameters", () -> Runnable.class.getMethod("run").getTypeParameters());
        add("no type parameters of a class", () -> Main.class.getTypeParameters());
        add("no annotations", () -> Main.class.getAnnotations());
        add("no annotations of a method", () -> Runnable.class.getMethod("run").getAnnotations());
        add("no annotated interfaces", () -> Main.class.getAnnotatedInterfaces());
        add("nothing suppressed", () -> new Exception().getSuppressed());
        add("no numbers", () -> java.util.stream.IntStream.empty().toArray());
        add("record component", () -> Pair.class.getRecordComponents()[0]);
        add("accessor", () -> Pair.class.getRecordComponents()[0].getAccessor());
        add("annotation of a component", () -> Pair.class.getRecordComponents()[0].getAnnotation(Named.class));
        add("nest mates", () -> Box.class.getNestMembers()[0]);
        add("constants", () -> Thread.State.class.getEnumConstants()[0]);
    }

    public static void main(String[] args) throws Exception {
        time();
        locales();
        system();
        reflection();
        List<Object> kept = new ArrayList<>();
        Map<Object, String> keys = new IdentityHashMap<>();
        for (int i = 0; i < NAMES.size(); i++) {
            Object one = GIVERS.get(i).call();
            kept.add(one);
            if (!(one instanceof Thread || one instanceof Module)) { // their hashes are the JVM's
                keys.put(one, NAMES.get(i));
            }
        }
        System.out.println("before");
        System.out.println("after"); // here
        for (int i = 0; i < NAMES.size(); i++) {
            Object one = GIVERS.get(i).call();
            System.out.println(NAMES.get(i) + ": " + (kept.get(i) == one) + " " + keys.get(one));
        }
    }
}
