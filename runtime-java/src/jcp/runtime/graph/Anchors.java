package jcp.runtime.graph;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.reflect.Modifier;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.spi.FileSystemProvider;
import java.time.chrono.HijrahChronology;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.ClassFields;
import jcp.runtime.jvm.ConstantPools;
import jcp.runtime.jvm.Fields;
import jcp.runtime.jvm.FileObjects;
import jcp.runtime.jvm.JdkClasses;
import jcp.runtime.jvm.JvmThreads;
import jcp.runtime.jvm.Loaders;
import jcp.runtime.program.DefinedClasses;

/**
 * Objects of the JDK that exist once in each JVM: the replaying JVM's own one takes the place of a copy.
 *
 * <p>They are what the final statics of initialised JDK classes hold, the elements of such a static array, and a few
 * singletons that are found otherwise. Final statics are read lazily: when the first object of a class is met, those of the
 * class, its superclasses, and all loaded classes that these name in their constant pools (their nest is among them): code
 * that compares an object with a sentinel names the class that holds it. So {@code HashSet} brings its PRESENT,
 * {@code WeakReference} brings {@code ReferenceQueue.NULL}.
 *
 * <p>Invariants: no identity hash is computed, of objects or of Class objects; look-ups compare identities within the
 * objects of the same class. A name means the same object in every JVM of one build; the static's class may be
 * initialised by {@link #resolve}. What such an object holds is the fresh JVM's: {@code Environment} gives back the
 * state in it that a program can see. Left out: strings, classes, boxes, enums and primitive arrays (the core's).
 */
public final class Anchors {
    private Anchors() {}

    /** Elements of longer arrays are not anchors: no cache of the JDK is that long. */
    private static final int LONGEST = 1024;
    /** Arrays that are filled when an element is asked for, by the method that gives the element of an index. */
    private static final Map<String, String> GIVERS = Map.of("java.awt.Cursor.predefinedPrivate", "getPredefinedCursor");
    /** Arrays that the JDK uses as caches, as it does those in {@link #HANDLES}: what is in them is copied. */
    private static final Set<String> CACHES = Set.of("sun.font.FontDesignMetrics.recentMetrics", "java.math.BigDecimal.FIVE_TO_2_TO",
        "com.sun.org.apache.xerces.internal.impl.xpath.regex.REUtil.regexCache", "java.text.BreakIterator.iterCache",
        "com.sun.imageio.plugins.jpeg.ImageTypeProducer.defaultTypes");
    /** Classes of which another one keeps objects that it does not name. */
    private static final Map<String, List<String>> KEEPERS = Map.of("sun.security.util.NamedCurve", List.of("sun.security.util.CurveDB"),
        "java.lang.invoke.MutableCallSite", List.of("java.lang.invoke.SwitchPoint"),
        "javax.xml.namespace.QName", List.of("javax.xml.xpath.XPathConstants", "javax.xml.datatype.DatatypeConstants"),
        "java.net.ProxySelector$StaticProxySelector", List.of("java.net.http.HttpClient$Builder"),
        "javax.management.ObjectName", List.of("javax.management.MBeanServerDelegate"),
        "java.math.BigInteger", List.of("java.security.spec.RSAKeyGenParameterSpec"),
        "java.io.SerializablePermission", List.of("java.io.ObjectStreamConstants"), "java.lang.Runtime$Version", List.of("java.util.jar.JarFile"),
        "java.util.Collections$UnmodifiableSet", List.of("java.util.stream.Collectors"));
    private static final String HANDLES = "java.lang.invoke.";
    private static final Map<String, Bucket> BUCKETS = new HashMap<>();
    private static final Set<String> SCANNED = new HashSet<>();
    private static Map<String, Object> singletons = Map.of();
    private static final String FILES = "file system";
    private static final String PROVIDER = "file system provider";
    /** Those that finalize objects and enqueue references, by their classes. */
    private static final String JVM_THREAD = "jvm thread ";
    private static PrintStream err;

    /** The anchors of one class, by its name; names are at the same index. */
    static final class Bucket {
        private final Class<?> type;
        private Object[] objects = new Object[4];
        private String[] names = new String[4];
        private int count;
        private boolean met;
        private final boolean isJvmThread;

        private Bucket(Class<?> type) {
            this.type = type;
            isJvmThread = type.getSuperclass() == Thread.class && type.getName().startsWith("java.lang.ref.");
        }

        /** The name of an object of the class, if it is an anchor, else null. */
        String name(Object o) {
            if (!met) {
                met = true;
                meet(type);
            }
            for (int i = 0; i < count; i++) {
                if (objects[i] == o) {
                    return names[i];
                }
            }
            return type == Locale.class ? defaultLocale((Locale) o) : isJvmThread ? JVM_THREAD + type.getName() : null;
        }
    }

    /** Remembers what the run begins with. Called on the main thread before any code of the program, in both JVMs. */
    public static void begin() {
        Map<String, Object> found = new HashMap<>();
        put(found, "thread", Thread.currentThread());
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        put(found, "group main", group);
        put(found, "group system", group.getParent());
        put(found, "loader app", Access.class.getClassLoader());
        if (Loaders.launched()) {
            put(found, "loader launcher", ClassLoader.getSystemClassLoader());
        }
        put(found, "loader platform", ClassLoader.getPlatformClassLoader());
        put(found, "layer boot", ModuleLayer.boot());
        put(found, "configuration boot", ModuleLayer.boot().configuration());
        put(found, "properties", System.getProperties());
        put(found, "in " + signature(System.in), signature(System.in) == null ? null : System.in);
        put(found, "out " + signature(System.out), signature(System.out) == null ? null : System.out);
        put(found, "err " + signature(System.err), signature(System.err) == null ? null : System.err);
        put(found, "no classes", noClasses());
        singletons = found;
        err = System.err;
    }

    /** The error stream that the run began with. */
    public static PrintStream err() {
        return err;
    }

    private static void put(Map<String, Object> found, String name, Object o) {
        if (o != null) {
            found.put(name, o);
            bucket(o.getClass()).met = false;
            add(o, name);
        }
    }

    /** The array that the JVM has for the parameters of all methods without any, which newer JDKs give out as it is. */
    private static Object noClasses() {
        Object[] constructors = (Object[]) Access.call(Object.class, Class.class, "getDeclaredConstructors0", true);
        return Fields.get(constructors[0], "parameterTypes");
    }

    /** How the JVM built a standard stream; null for a stream that the program put in its place before main. */
    private static String signature(InputStream in) {
        if (in == null || in.getClass() != BufferedInputStream.class) {
            return null;
        }
        Object file = Access.getField(in, FilterInputStream.class, "in");
        return descriptor(file) == FileDescriptor.in ? "file" : null;
    }

    private static String signature(PrintStream out) {
        if (out == null || out.getClass() != PrintStream.class) {
            return null;
        }
        Object buffer = Access.getField(out, FilterOutputStream.class, "out");
        if (buffer == null || buffer.getClass() != BufferedOutputStream.class) {
            return null;
        }
        FileDescriptor fd = descriptor(Access.getField(buffer, FilterOutputStream.class, "out"));
        if (fd != FileDescriptor.out && fd != FileDescriptor.err) {
            return null;
        }
        Object encoder = Access.getField(Access.getField(out, PrintStream.class, "charOut"), java.io.OutputStreamWriter.class, "se");
        Object charset = Access.getField(encoder, encoder.getClass(), "cs");
        return FileObjects.standard(fd) + " " + charset + " " + Access.getField(out, PrintStream.class, "autoFlush");
    }

    /** The descriptor of a file stream, or of the JVM's own subclasses of it. */
    private static FileDescriptor descriptor(Object stream) {
        return stream == null ? null : FileObjects.descriptor(stream);
    }

    /** The name of an object that exists once in each JVM, else null. Asked for objects of JDK classes and arrays of them. */
    static String name(Object o) {
        return bucket(o.getClass()).name(o);
    }

    static Bucket bucket(Class<?> type) {
        Bucket bucket = BUCKETS.get(type.getName());
        if (bucket == null) {
            bucket = new Bucket(type);
            BUCKETS.put(type.getName(), bucket);
        }
        return bucket;
    }

    private static void add(Object o, String name) {
        Bucket b = bucket(o.getClass());
        for (int i = 0; i < b.count; i++) {
            if (b.objects[i] == o) {
                if (ofNest(name, o)) {
                    b.names[i] = name;
                }
                return;
            }
        }
        if (b.count == b.objects.length) {
            b.objects = Arrays.copyOf(b.objects, 2 * b.count);
            b.names = Arrays.copyOf(b.names, 2 * b.count);
        }
        b.objects[b.count] = o;
        b.names[b.count++] = name;
    }

    /** Whether the static is of the object's own nest: of several names that one, whatever else the JVM has initialised. */
    private static boolean ofNest(String name, Object o) {
        String type = o.getClass().getName();
        int nested = type.indexOf('$');
        return name.startsWith("static " + (nested < 0 ? type : type.substring(0, nested)) + " ");
    }

    /** Reads the statics that code on objects of this class may compare them, or what they hold, with. */
    private static void meet(Class<?> type) {
        if (FileSystem.class.isAssignableFrom(type) || FileSystemProvider.class.isAssignableFrom(type)) {
            // not asked for before there is one: the program may be the first, and making it takes hashes
            add(FileSystems.getDefault(), FILES);
            add(FileSystems.getDefault().provider(), PROVIDER);
        }
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        for (Class<?> c = element; c != null && !c.isPrimitive(); c = c.getSuperclass()) {
            if (!isJvms(c)) {
                continue;
            }
            scan(c);
            for (String name : KEEPERS.getOrDefault(c.getName(), List.of())) {
                Class<?> keeper = JdkClasses.initialized(name);
                if (keeper != null) {
                    scan(keeper);
                }
            }
            for (Class<?> mentioned : ConstantPools.loadedClasses(c)) {
                scan(mentioned);
            }
        }
    }

    private static void scan(Class<?> c) {
        // System.in, out and err are final in name only: begin() knows those of the run's start
        if (c == System.class || c.isArray() || c.isHidden() || !isJvms(c) || SCANNED.contains(c.getName()) || !Access.isInitialized(c)) {
            return;
        }
        SCANNED.add(c.getName());
        for (ClassFields f : ClassFields.of(c)) {
            if (!constant(f)) {
                continue;
            }
            Object value = Access.U.getReference(c, f.offset);
            String name = "static " + c.getName() + " " + f.name;
            if (anchorable(value)) {
                add(value, name);
            }
            boolean cache = c.getName().startsWith(HANDLES) || CACHES.contains(c.getName() + "." + f.name);
            if (value instanceof Object[] && ((Object[]) value).length <= LONGEST && !cache) {
                Object[] elements = (Object[]) value;
                for (int i = 0; i < elements.length; i++) {
                    if (anchorable(elements[i])) {
                        add(elements[i], name + " " + i);
                    }
                }
            }
        }
    }

    /** Whether the class is the JDK's, or of the launcher that has made the program's loader. */
    private static boolean isJvms(Class<?> type) {
        boolean isAdded = !type.getModule().isNamed() && DefinedClasses.isDefined(type); // by an agent, to the boot loader
        return Access.isJdk(type) && !isAdded || Loaders.isLaunchers(type);
    }

    private static boolean constant(ClassFields f) {
        return f.isStatic() && Modifier.isFinal(f.flags) && f.isReference();
    }

    /** Whether the kind of object is named by its static; objects of the application that a static holds are not. */
    private static boolean anchorable(Object o) {
        if (o == null || o instanceof String || o instanceof Class || o instanceof Enum || o instanceof Integer || o instanceof Long
            || o instanceof Short || o instanceof Byte || o instanceof Boolean || o instanceof Character) {
            return false;
        }
        Class<?> type = o.getClass();
        return isJvms(type) && !(type.isArray() && type.getComponentType().isPrimitive());
    }

    private static String defaultLocale(Locale l) {
        return l == Locale.getDefault() ? "locale default"
            : l == Locale.getDefault(Locale.Category.DISPLAY) ? "locale display"
            : l == Locale.getDefault(Locale.Category.FORMAT) ? "locale format" : null;
    }

    /** The object of that name in this JVM. Needs {@code Environment.give} for the default locales. */
    static Object resolve(String name) {
        Object found = name.equals(FILES) ? FileSystems.getDefault() : name.equals(PROVIDER) ? FileSystems.getDefault().provider()
            : singletons.get(name);
        if (found == null) {
            String[] parts = name.split(" ");
            found = parts[0].equals("static") ? resolveStatic(parts) : parts[0].equals("locale") ? resolveLocale(parts[1])
                : name.startsWith(JVM_THREAD) ? JvmThreads.find(name.substring(JVM_THREAD.length())) : null;
        }
        if (found == null) {
            throw new IllegalStateException("this JVM has no object of its own named \"" + name
                + "\"; replay with the JVM options and the locale of the capturing run");
        }
        return found;
    }

    /** Reads what the JDK reads when it makes the first object that needs it, since that one is restored, not made. */
    private static void fill(Object anchor) {
        if (anchor instanceof HijrahChronology) {
            Access.call(anchor, HijrahChronology.class, "checkCalendarInit");
        }
    }

    private static Object resolveLocale(String which) {
        return which.equals("default") ? Locale.getDefault()
            : Locale.getDefault(which.equals("display") ? Locale.Category.DISPLAY : Locale.Category.FORMAT);
    }

    private static Object resolveStatic(String[] parts) {
        try {
            Class<?> c = Class.forName(parts[1], true, Loaders.launched() ? ClassLoader.getSystemClassLoader() : ClassLoader.getPlatformClassLoader());
            Object value = Access.getField(null, c, parts[2]);
            if (parts.length == 3) {
                fill(value);
                return value;
            }
            int i = Integer.parseInt(parts[3]);
            Object element = value instanceof Object[] && i < ((Object[]) value).length ? ((Object[]) value)[i] : null;
            String giver = GIVERS.get(parts[1] + "." + parts[2]);
            return element == null && giver != null ? Access.call(null, c, giver, i) : element;
        } catch (ClassNotFoundException | LinkageError e) {
            throw new IllegalStateException("this JVM cannot make " + String.join(" ", parts) + ": " + e, e);
        }
    }
}
