package jcp.runtime.kinds;

import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import jcp.runtime.graph.Anchors;
import jcp.runtime.graph.GraphReader;
import jcp.runtime.graph.GraphWriter;
import jcp.runtime.graph.Kind;
import jcp.runtime.graph.Layout;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.Fields;
import jcp.runtime.jvm.JdkClasses;
import jcp.runtime.jvm.Row;

/**
 * Objects that a program gets from the JDK, of which the JDK keeps the one that it gives: in a static field that is filled when
 * it is first asked for, in a map, in a field of an object that exists once. What the program holds of them is copied; the copy
 * takes the place of what this JVM keeps, so that the JDK goes on to give the same object. {@link Anchors} and {@link Leaves} have
 * those for which the fresh JVM's own object stands.
 *
 * <p>Each place is a path from a static field of java.base or java.logging ({@link #PLACES}), found by reading the static fields of all
 * their classes in JDK 17 and 25. A field that a JDK has not is passed over; so is a place of a class that is not initialised.
 * Invariant: no class is loaded by looking, and no map is changed, tidied up or asked for an identity hash.
 *
 * <p>If the program holds a part of the rules of a time zone (an offset, a yearly rule), it is taken to hold the whole.
 *
 * <p>Left out: what is kept for a time only (addresses by host name), and what the JDK gives out as clones.
 */
public final class KeptByJdk extends Kind.Trace {
    /** All values of a map, elements of an array or a list. */
    private static final String EACH = "*";
    private static final char INDEX = '#';
    private static final String FIXED = "java.util.ImmutableCollections$MapN";
    private static final String LOGGING = "java.util.logging.";
    private static final String RULES = "java.time.zone.ZoneRulesProvider";
    private static final String REGIONS = "regionToRules";
    /** From the rules of a time zone to the farthest part that a method gives: the cached transitions of a year. */
    private static final int DEPTH = 4;

    /** Class, static field, and the steps from its object on: a field, or {@link #EACH}. */
    private static final Row[] PLACES = {
        new Row("java.lang.Class", "EMPTY_CLASS_ARRAY"),
        new Row("java.lang.Runtime", "version"),
        new Row("java.lang.Throwable", "EMPTY_THROWABLE_ARRAY"),
        new Row("java.lang.ProcessEnvironment", "theUnmodifiableEnvironment"),
        new Row("java.lang.System", "bootLayer", "modules"),
        new Row("java.net.InetAddress", "impl", "loopbackAddress"),
        new Row("java.net.InetAddress", "impl", "anyLocalAddress"),
        new Row("java.nio.charset.Charset", "standardProvider", "cache", EACH, "aliasSet"),
        new Row("sun.nio.cs.UTF_8", "INSTANCE", "aliasSet"), // whoever has it by a constant has not looked it up
        new Row("sun.nio.cs.ISO_8859_1", "INSTANCE", "aliasSet"),
        new Row("sun.nio.cs.US_ASCII", "INSTANCE", "aliasSet"),
        new Row("java.nio.charset.Charset", "defaultCharset", "aliasSet"),
        new Row("java.nio.charset.StandardCharsets", "UTF_16BE", "aliasSet"),
        new Row("java.nio.charset.StandardCharsets", "UTF_16LE", "aliasSet"),
        new Row("java.nio.charset.StandardCharsets", "UTF_16", "aliasSet"),
        new Row("java.nio.charset.StandardCharsets", "UTF_32BE", "aliasSet"), // newer JDKs
        new Row("java.nio.charset.StandardCharsets", "UTF_32LE", "aliasSet"),
        new Row("java.nio.charset.StandardCharsets", "UTF_32", "aliasSet"),
        new Row("java.nio.charset.CoderResult$Cache", "INSTANCE", "unmappable", EACH),
        new Row("java.nio.charset.CoderResult$Cache", "INSTANCE", "malformed", EACH),
        new Row("java.nio.file.FileSystems$DefaultFileSystemHolder", "defaultFileSystem", "rootDirectory"),
        new Row("java.nio.file.spi.FileSystemProvider", "installedProviders"),
        new Row("java.time.Duration$DurationUnits", "UNITS"),
        new Row("java.time.Period", "SUPPORTED_UNITS"),
        new Row("java.time.ZoneId", "SHORT_IDS"),
        new Row("java.time.ZoneOffset", "QUARTER_CACHE", "array", EACH, "rules"),
        new Row("java.time.ZoneOffset", "SECONDS_CACHE", EACH, "rules"),
        new Row("java.time.chrono.AbstractChronology", "CHRONOS_BY_ID", EACH),
        new Row("java.time.chrono.AbstractChronology", "CHRONOS_BY_TYPE", EACH),
        new Row("java.time.chrono.ChronoPeriodImpl", "SUPPORTED_UNITS"),
        new Row("java.time.format.DecimalStyle", "CACHE", EACH),
        new Row("java.time.temporal.ChronoField", "$VALUES", EACH, "range"),
        new Row("java.time.temporal.ChronoUnit", "$VALUES", EACH, "duration"),
        new Row("java.time.temporal.IsoFields$Unit", "$VALUES", EACH, "duration"),
        new Row("java.time.temporal.JulianFields$Field", "$VALUES", EACH, "range"),
        new Row("java.time.temporal.WeekFields", "CACHE", EACH, "dayOfWeek", "range"),
        new Row("java.time.temporal.WeekFields", "CACHE", EACH, "weekOfMonth", "range"),
        new Row("java.time.temporal.WeekFields", "CACHE", EACH, "weekOfYear", "range"),
        new Row("java.time.temporal.WeekFields", "CACHE", EACH, "weekOfWeekBasedYear", "range"),
        new Row("java.time.temporal.WeekFields$ComputedDayOfField", "DAY_OF_WEEK_RANGE"),
        new Row("java.time.temporal.WeekFields$ComputedDayOfField", "WEEK_OF_MONTH_RANGE"),
        new Row("java.time.temporal.WeekFields$ComputedDayOfField", "WEEK_OF_YEAR_RANGE"),
        new Row("java.time.temporal.WeekFields$ComputedDayOfField", "WEEK_OF_WEEK_BASED_YEAR_RANGE"),
        new Row("java.time.zone.ZoneRulesProvider", "PROVIDERS", EACH, REGIONS, EACH),
        new Row("java.time.zone.ZoneRulesProvider", "ZONE_IDS"),
        new Row("java.util.Calendar$AvailableCalendarTypes", "SET"),
        new Row("java.util.HexFormat", "EMPTY_BYTES"),
        new Row("java.util.Locale$IsoCountryCode", "iso3166CodesMap", EACH),
        new Row("java.util.ResourceBundle$Control", "FORMAT_CLASS"),
        new Row("java.util.ResourceBundle$Control", "FORMAT_DEFAULT"),
        new Row("java.util.ResourceBundle$Control", "FORMAT_PROPERTIES"),
        new Row("java.util.Scanner", "WHITESPACE_PATTERN"),
        new Row("java.util.Scanner", "FIND_ANY_PATTERN"),
        new Row("java.util.TimeZone", "defaultTimeZone", "zoneId"),
        new Row("java.util.jar.Attributes$Name", "KNOWN_NAMES", EACH),
        new Row("java.util.logging.Logger", "emptyHandlers"),
        new Row("java.util.Collections$UnmodifiableNavigableMap", "EMPTY_NAVIGABLE_MAP", "keySet"),
        new Row("java.util.Collections$UnmodifiableNavigableMap", "EMPTY_NAVIGABLE_MAP", "entrySet"),
        new Row("java.util.Collections$UnmodifiableNavigableMap", "EMPTY_NAVIGABLE_MAP", "values"),
        new Row("java.util.ImmutableCollections", "EMPTY_MAP", "keySet"),
        new Row("java.util.ImmutableCollections", "EMPTY_MAP", "values"),
        new Row("java.time.ZoneId", "SHORT_IDS", "keySet"),
        new Row("java.time.ZoneId", "SHORT_IDS", "values"),
        new Row("java.lang.ProcessEnvironment", "theUnmodifiableEnvironment", "keySet"),
        new Row("java.lang.ProcessEnvironment", "theUnmodifiableEnvironment", "entrySet"),
        new Row("java.lang.ProcessEnvironment", "theUnmodifiableEnvironment", "values"),
        new Row("java.util.stream.Gatherers$Value", "DEFAULT", "statelessCombiner"),
        new Row("java.util.stream.Nodes", "EMPTY_DOUBLE_ARRAY"),
        new Row("java.util.stream.Nodes", "EMPTY_INT_ARRAY"),
        new Row("java.util.stream.Nodes", "EMPTY_LONG_ARRAY"),
        new Row("sun.reflect.annotation.AnnotatedTypeFactory", "EMPTY_ANNOTATED_TYPE_ARRAY"),
        new Row("sun.reflect.annotation.AnnotationParser", "EMPTY_ANNOTATIONS_ARRAY"), // JDK 17
        new Row("sun.reflect.annotation.AnnotationParser", "EMPTY_ANNOTATION_ARRAY"),
        new Row("sun.reflect.generics.repository.GenericDeclRepository", "EMPTY_TYPE_VARS"),
    };

    /** For each object found: its place, its number, and for each of {@link #EACH} the key's number or the index. */
    private final List<String> found = new ArrayList<>();
    private final Set<String> known = new HashSet<>();
    /** For each {@link #EACH} on the way to the object looked at: the key, or the index in an array of its own. */
    private final List<Object> keys = new ArrayList<>();

    /** Notes what was met before; to be asked again when the keys have led to more objects. */
    @Override
    public void find(GraphWriter graph) {
        if (graph.initialized.contains(RULES)) {
            holdWholeRules(graph);
        }
        for (Row row : PLACES) {
            String[] place = row.words;
            boolean listed = !place[0].startsWith(LOGGING); // of java.base
            if (listed ? graph.initialized.contains(place[0]) : JdkClasses.initialized(place[0]) != null) {
                walk(graph, place, 2, Fields.getStatic(Access.jdk(place[0]), place[1]));
            }
        }
    }

    private void walk(GraphWriter graph, String[] place, int step, Object holder) {
        if (holder == null) {
            return;
        }
        if (step == place.length) {
            note(graph, String.join(" ", place), holder);
        } else if (!place[step].equals(EACH)) {
            if (isOfJdk(holder)) {
                walk(graph, place, step + 1, Fields.get(holder, place[step]));
            }
        } else if (holder instanceof Map) {
            for (Object entry : ((Map<?, ?>) holder).entrySet().toArray()) {
                Object key = ((Map.Entry<?, ?>) entry).getKey();
                if (isPlain(key)) {
                    walk(graph, place, step + 1, ((Map.Entry<?, ?>) entry).getValue(), key);
                }
            }
        } else {
            Object[] elements = holder instanceof List ? ((List<?>) holder).toArray() : (Object[]) holder;
            for (int i = 0; i < elements.length; i++) {
                walk(graph, place, step + 1, elements[i], new int[] {i});
            }
        }
    }

    private void walk(GraphWriter graph, String[] place, int step, Object holder, Object key) {
        keys.add(key);
        walk(graph, place, step, holder);
        keys.remove(keys.size() - 1);
    }

    /** Whether the fields of an object are those that {@link #PLACES} means: a provider may be the program's. */
    private static boolean isOfJdk(Object object) {
        return object.getClass().getClassLoader() == null;
    }

    /** Whether a key can be captured by itself. */
    private static boolean isPlain(Object key) {
        return key instanceof String || key instanceof Number || key instanceof Enum || key instanceof Class || key instanceof Locale;
    }

    /** Keys get their numbers here: most are those of objects that the program does not hold. */
    private void note(GraphWriter graph, String path, Object object) {
        int number = graph.ids.get(object);
        if (number == 0 || graph.anchored.get(number)) {
            return;
        }
        StringBuilder text = new StringBuilder();
        for (Object key : keys) {
            graph.within(number);
            text.append(' ').append(key instanceof int[] ? INDEX + Integer.toString(((int[]) key)[0]) : Integer.toString(graph.id(key)));
        }
        if (known.add(path + text)) {
            found.add(path);
            found.add(Integer.toString(number));
            found.add(text.toString().trim());
        }
    }

    /** The rules of a region are kept as a whole, which this JVM would read again. */
    private static void holdWholeRules(GraphWriter graph) {
        for (Object provider : ((List<?>) Fields.getStatic(Access.jdk(RULES), "PROVIDERS")).toArray()) {
            Map<?, ?> rules = isOfJdk(provider) ? (Map<?, ?>) Fields.get(provider, REGIONS) : null;
            for (Object of : rules == null ? new Object[0] : rules.values().toArray()) {
                if (of instanceof ZoneRules && graph.ids.get(of) == 0 && holdsPart(graph, of, DEPTH)) {
                    graph.id(of);
                }
            }
        }
    }

    /** Whether the program holds a part that is not known by itself, as common offsets are. */
    private static boolean holdsPart(GraphWriter graph, Object whole, int depth) {
        Layout layout = graph.layouts.of(whole);
        boolean array = layout.treatment == Layout.Treatment.REFERENCES;
        int count = array ? ((Object[]) whole).length : layout.treatment == Layout.Treatment.PLAIN ? layout.references.length : 0;
        for (int i = 0; i < count; i++) {
            Object part = array ? ((Object[]) whole)[i] : Access.U.getReference(whole, layout.references[i]);
            if (part instanceof Enum) {
                continue;
            }
            int number = part == null ? 0 : graph.ids.get(part);
            if (number != 0 && !graph.complete.get(number)) {
                graph.within(number);
                return true;
            }
            if (part != null && number == 0 && depth > 0 && holdsPart(graph, part, depth - 1)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public List<String> capture(GraphWriter graph) {
        return found;
    }

    /** Puts the copies in their places, when all objects are restored. */
    private static void restore(GraphReader graph, String[] all) {
        for (int i = 0; i + 2 < all.length; i += 3) {
            String[] place = all[i].split(" ");
            List<String> keys = new ArrayList<>(Arrays.asList(all[i + 2].split(" ")));
            Class<?> in = JdkClasses.load(place[0], true);
            Object value = graph.object(Integer.parseInt(all[i + 1]));
            if (place.length == 2) {
                Fields.putStatic(in, place[1], value);
                continue;
            }
            Object holder = Fields.getStatic(in, place[1]);
            for (int step = 2; step < place.length - 1 && holder != null; step++) {
                holder = place[step].equals(EACH) ? element(graph, holder, keys.remove(0)) : Fields.get(holder, place[step]);
            }
            if (holder != null) {
                put(graph, holder, place[place.length - 1], keys, value);
            }
        }
    }

    private static Object element(GraphReader graph, Object holder, String key) {
        if (holder instanceof Map) {
            return ((Map<?, ?>) holder).get(graph.object(Integer.parseInt(key)));
        }
        int index = Integer.parseInt(key.substring(1));
        return holder instanceof List ? ((List<?>) holder).get(index) : ((Object[]) holder)[index];
    }

    @SuppressWarnings("unchecked")
    private static void put(GraphReader graph, Object holder, String step, List<String> keys, Object value) {
        if (!step.equals(EACH)) {
            Fields.put(holder, step, value);
        } else {
            Map<Object, Object> map = (Map<Object, Object>) holder;
            Object key = graph.object(Integer.parseInt(keys.get(0)));
            if (map.get(key) != value) {
                put(map, key, value);
            }
        }
    }

    private static void put(Map<Object, Object> map, Object key, Object value) {
        if (!map.getClass().getName().equals(FIXED)) {
            map.put(key, value);
            return;
        }
        Object[] table = (Object[]) Fields.get(map, "table"); // keys and values in turn
        for (int i = 0; i < table.length; i += 2) {
            if (key.equals(table[i])) {
                table[i + 1] = value;
            }
        }
    }

    /** No objects are of this kind. */
    public static final class AsKind extends Kind {
        @Override
        public Trace trace() {
            return new KeptByJdk();
        }

        @Override
        public void restoreEdges(GraphReader graph) {
            restore(graph, graph.edges(AsKind.class));
        }
    }
}
