import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.Writer;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.nio.Buffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.DateFormat;
import java.text.SimpleDateFormat;
import java.util.BitSet;
import java.util.Calendar;
import java.util.Collection;
import java.util.Date;
import java.util.Enumeration;
import java.util.Formatter;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Scanner;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import java.util.zip.InflaterOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Makes objects with each constructor and factory, uses them a little, and takes from them objects of further classes. */
final class Making {
    private static final int DEPTH = 3;
    /** Objects that one class of the JDK gets from constructors and factories that give the same class. */
    private static final int MOST = 4;

    /** How an object was made. */
    static final class Way {
        final Executable maker;
        final int attempt;

        Way(Executable maker, int attempt) {
            this.maker = maker;
            this.attempt = attempt;
        }
    }

    private final Map<String, Way> ways = new HashMap<>();
    private final List<String> wanted;
    private final boolean refused;
    private int depth;

    Making(List<String> wanted, boolean refused) {
        this.wanted = wanted;
        this.refused = refused;
    }

    Map<String, Object> all() throws Exception {
        Files.writeString(Path.of("input.txt"), "first line\nsecond line\n3 4 5\n");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(Path.of("input.zip")))) {
            ZipEntry entry = new ZipEntry("entry");
            entry.setTime(0);
            zip.putNextEntry(entry);
            zip.write("zipped".getBytes(StandardCharsets.UTF_8));
        }
        Map<String, Object> all = new LinkedHashMap<>();
        Map<String, Integer> counts = new HashMap<>();
        for (String name : Library.PACKAGES) {
            if (!refused && wanted.stream().noneMatch(name::startsWith)) {
                continue;
            }
            for (Class<?> type : Library.classes(name)) {
                if (type.isEnum()) {
                    Enum<?> constant = (Enum<?>) type.getEnumConstants()[0];
                    keep(all, counts, type.getName() + "." + constant.name(), constant, 0);
                }
                for (Executable maker : Library.makers(type)) {
                    String owner = (maker instanceof Constructor ? type : ((Method) maker).getReturnType()).getName();
                    if (!refused && Lists.refusal(Library.label(maker), owner) != null) {
                        continue;
                    }
                    Object made = make(maker);
                    if (made != null) {
                        keep(all, counts, Library.label(maker), made, maker instanceof Constructor ? 0 : MOST);
                    }
                }
            }
        }
        for (Map.Entry<String, Object> each : refused ? Set.<Map.Entry<String, Object>>of() : new LinkedHashMap<>(all).entrySet()) {
            parts(all, counts, each.getKey(), each.getValue());
        }
        return all;
    }

    private void keep(Map<String, Object> all, Map<String, Integer> counts, String label, Object object, int most) {
        String type = Seen.className(object);
        boolean asked = (Lists.refusal(label, type) != null) == refused;
        if (asked && (most == 0 || counts.merge(type, 1, Integer::sum) <= most)) {
            all.put(label, object);
        }
    }

    /** Objects of new classes that methods without parameters return: views, iterators, entries. */
    private void parts(Map<String, Object> all, Map<String, Integer> counts, String label, Object object) {
        for (Method method : Library.methods(object.getClass())) {
            Class<?> result = method.getReturnType();
            if (method.getParameterCount() == 0 && !result.isPrimitive() && !result.isArray() && result != String.class && result != Class.class
                    && result != Object.class && !Seen.ends(method)) {
                try {
                    Object part = method.invoke(object);
                    if (part != null && part != object && !counts.containsKey(Seen.className(part))) {
                        use(part);
                        keep(all, counts, label + "." + method.getName() + "()", part, 1);
                    }
                } catch (ReflectiveOperationException | RuntimeException e) {
                    continue; // it has none
                }
            }
        }
    }

    /** An object that the constructor or method gives at the first attempt that it accepts, or null. */
    private Object make(Executable maker) {
        for (int attempt = 0; attempt < Arguments.ATTEMPTS; attempt++) {
            Object made = attempt(maker, attempt);
            if (made != null) {
                ways.put(Library.label(maker), new Way(maker, attempt));
                return made;
            }
            if (maker.getParameterCount() == 0) {
                return null;
            }
        }
        return null;
    }

    private Object attempt(Executable maker, int attempt) {
        if (depth > DEPTH) {
            return null;
        }
        depth++;
        if (Boolean.getBoolean("kinds.calls")) {
            System.err.println(maker);
        }
        try {
            Object[] arguments = new Arguments(attempt, this).of(maker.getParameterTypes(), maker.getDeclaringClass());
            Object made = maker instanceof Constructor ? ((Constructor<?>) maker).newInstance(arguments) : ((Method) maker).invoke(null, arguments);
            use(made);
            return made;
        } catch (Exception | LinkageError e) {
            return null; // these arguments do not fit
        } finally {
            depth--;
        }
    }

    /** An object made in the same way again, or null. */
    Object again(String label) {
        Way way = ways.get(label);
        return way == null ? null : attempt(way.maker, way.attempt);
    }

    /** Any object of the type, for an argument. */
    Object some(Class<?> type) {
        for (Executable maker : Library.makers(type)) {
            if (maker instanceof Constructor || type.isAssignableFrom(((Method) maker).getReturnType())) {
                Object made = make(maker);
                if (made != null) {
                    return made;
                }
            }
        }
        return null;
    }

    /** Gives the object content, or brings it into the midst of its work. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    private static void use(Object object) {
        try {
            if (object instanceof DeflaterOutputStream || object instanceof InflaterOutputStream || object.getClass() == InflaterInputStream.class) {
                return; // compressors that have begun are refused, and the decompressors' input is no good
            } else if (object instanceof Collection) {
                fill((Collection) object);
            } else if (object instanceof Map) {
                fill((Map) object);
            } else if (object instanceof Iterator) {
                ((Iterator<?>) object).next();
            } else if (object instanceof Enumeration) {
                ((Enumeration<?>) object).nextElement();
            } else if (object instanceof InputStream) {
                if (((InputStream) object).available() > 0) {
                    ((InputStream) object).read();
                }
            } else if (object instanceof Reader) {
                if (((Reader) object).ready()) {
                    ((Reader) object).read();
                }
            } else if (object instanceof Writer) {
                ((Writer) object).write("written");
            } else if (object instanceof OutputStream && !(object instanceof java.io.PrintStream)) {
                ((OutputStream) object).write(new byte[] {65, 66, 67});
            } else {
                work(object);
            }
        } catch (IOException | RuntimeException e) {
            return; // it stays as it is
        }
    }

    private static void work(Object object) {
        if (object instanceof Buffer && ((Buffer) object).limit() > 1) {
            ((Buffer) object).position(1).mark();
        } else if (object instanceof Random) {
            ((Random) object).setSeed(5);
            ((Random) object).nextGaussian();
        } else if (object instanceof Scanner) {
            ((Scanner) object).next();
        } else if (object instanceof Matcher) {
            ((Matcher) object).find();
        } else if (object instanceof Formatter) {
            ((Formatter) object).format("%d", 5);
        } else if (object instanceof DateFormat) {
            ((DateFormat) object).getCalendar().setTimeInMillis(0); // not the present
            if (object instanceof SimpleDateFormat) {
                ((SimpleDateFormat) object).set2DigitYearStart(new Date(0));
            }
        } else if (object instanceof Calendar) {
            ((Calendar) object).setTimeInMillis(0);
        } else if (object instanceof Date) {
            ((Date) object).setTime(86_400_000);
        } else if (object instanceof BitSet) {
            ((BitSet) object).set(3, 70);
        }
    }

    private static void fill(Collection<Object> collection) {
        for (Object each : new Object[] {"b", "a", "c", new Arguments.Late()}) {
            try {
                collection.add(each);
            } catch (ClassCastException e) {
                continue; // of another type
            }
        }
    }

    private static void fill(Map<Object, Object> map) {
        map.put("k1", "v1");
        map.put("k2", "v2");
    }

    /** Ends the run whatever threads there are. */
    static void end() {
        System.out.println("end");
        System.exit(0);
    }
}
