package jcp.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.Currency;
import java.util.IllformedLocaleException;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Objects that are written as text and made again by a look-up or a constructor, since the JVM keeps tables of them or
 * since their insides are bound to this JVM: charsets, paths, locales, loggers, objects of reflection, patterns, …
 *
 * <p>Invariant: {@link #take} answers only if {@link #make} gives the same object back in this JVM (kinds that the JVM
 * keeps one of) or an equal one (paths, locales, patterns). Everything else is left to {@link Policy}, which refuses it.
 */
final class Leaves {
    private Leaves() {}

    /** {kind, parts…} of an object that is made again from text; null for all others. */
    static String[] take(Object o) {
        try {
            return describe(o);
        } catch (RuntimeException | ReflectiveOperationException | LinkageError e) {
            return null; // an object that its own kind's look-up rejects is not a leaf; Policy says the rest
        }
    }

    /** Whether objects of the class may be leaves: false saves asking for each of them. */
    static boolean concerns(Class<?> type) {
        for (Class<?> kind : KINDS) {
            if (kind.isAssignableFrom(type)) {
                return true;
            }
        }
        for (String kind : LOADED_LATE) {
            if (Access.isA(type, kind)) {
                return true;
            }
        }
        return JrtFiles.concerns(type) || Threads.isContainer(type) || isLogger(type) || ClassMates.concerns(type) || PlatformBeans.concerns(type)
            || ColorProfiles.concerns(type) || CachedKinds.concerns(type);
    }

    private static final Class<?>[] KINDS = {
        Charset.class, Path.class, Locale.class, Pattern.class, ZoneOffset.class, MethodType.class,
        MethodHandle.class, VarHandle.class, MethodHandles.Lookup.class, Method.class, Constructor.class,
        Field.class, Module.class, Package.class
    };
    private static final String CURRENCY = "java.util.Currency";
    private static final String PROVIDER = "java.security.Provider";
    private static final String SERVICE = "java.security.Provider$Service";
    private static final String SERIAL = "java.io.ObjectStreamClass";
    /** Classes that not every JVM has loaded at its start. */
    private static final String[] LOADED_LATE = {CURRENCY, PROVIDER, SERVICE, SERIAL};

    private static String[] describe(Object o) throws ReflectiveOperationException {
        if (o instanceof Charset) {
            String name = ((Charset) o).name();
            return Charset.forName(name) == o ? leaf("charset", name) : null;
        }
        if (JrtFiles.concerns(o.getClass())) {
            return JrtFiles.take(o);
        }
        if (o instanceof Path) {
            return FileNames.leaf((Path) o);
        }
        if (o instanceof Locale) {
            String[] leaf = locale((Locale) o);
            if (locale(leaf).equals(o) && CachedKinds.isKept((Locale) o)) {
                leaf[0] = CachedKinds.LOCALE;
            }
            return locale(leaf).equals(o) ? leaf : null;
        }
        if (o instanceof Pattern) {
            Object flags = Access.getField(o, Pattern.class, "flags");
            return leaf("pattern", ((Pattern) o).pattern(), flags.toString());
        }
        if (Access.isA(o.getClass(), CURRENCY)) {
            String code = ((Currency) o).getCurrencyCode();
            return Currency.getInstance(code) == o ? leaf("currency", code) : null;
        }
        if (o instanceof ZoneOffset) {
            int seconds = ((ZoneOffset) o).getTotalSeconds();
            return ZoneOffset.ofTotalSeconds(seconds) == o ? leaf("zone-offset", Integer.toString(seconds)) : null;
        }
        if (Access.isA(o.getClass(), PROVIDER) || Access.isA(o.getClass(), SERVICE)) {
            return Providers.take(o);
        }
        if (o instanceof MethodType) {
            String descriptor = ((MethodType) o).toMethodDescriptorString();
            return methodType(descriptor) == o ? leaf("method-type", descriptor) : null;
        }
        if (o instanceof MethodHandle || o instanceof VarHandle || o instanceof MethodHandles.Lookup) {
            return Handles.take(o);
        }
        if (Access.isA(o.getClass(), SERIAL)) {
            return SerialStreams.leaf(o);
        }
        if (CachedKinds.concerns(o.getClass())) {
            return CachedKinds.take(o);
        }
        if (Threads.isContainer(o.getClass())) {
            return Threads.takeContainer(o);
        }
        if (ClassMates.concerns(o.getClass())) {
            return ClassMates.take(o);
        }
        if (PlatformBeans.concerns(o.getClass())) {
            return PlatformBeans.take(o);
        }
        if (ColorProfiles.concerns(o.getClass())) {
            return ColorProfiles.take(o);
        }
        String[] member = Members.take(o);
        return member != null ? member : isLogger(o.getClass()) ? Loggers.take(o) : null;
    }

    /** The object of a leaf, in the replaying JVM. */
    static Object make(String[] leaf) {
        try {
            switch (leaf[0]) {
                case "charset": return Charset.forName(leaf[1]);
                case "path": return FileNames.path(leaf);
                case "locale": return locale(leaf);
                case CachedKinds.LOCALE: return CachedKinds.kept(locale(leaf));
                case "pattern": return Pattern.compile(leaf[1], Integer.parseInt(leaf[2]));
                case "currency": return Currency.getInstance(leaf[1]);
                case "zone-offset": return ZoneOffset.ofTotalSeconds(Integer.parseInt(leaf[1]));
                case Providers.PROVIDER: case Providers.SERVICE: return found(Providers.make(leaf), leaf);
                case "method-type": return methodType(leaf[1]);
                case "var-handle": case "method-handle": case "lookup": return Handles.make(leaf);
                case "thread-container": return Threads.makeContainer(leaf);
                case "jrt": return JrtFiles.make(leaf);
                case "serial-class": return SerialStreams.make(leaf);
                case "logger": return Loggers.make(leaf);
                case "protection-domain": case "code-source": return ClassMates.make(leaf);
                case "platform-bean": return PlatformBeans.make(leaf);
                case ColorProfiles.KIND: return ColorProfiles.make(leaf);
                default:
                    Object kept = CachedKinds.make(leaf);
                    return kept != null ? kept : Members.make(leaf);
            }
        } catch (RuntimeException | ReflectiveOperationException | LinkageError e) {
            throw new IllegalStateException("cannot make " + String.join(" ", leaf) + ": " + e, e);
        }
    }

    /** Called before an object is copied: brings lazily computed state that is bound to this JVM into plain fields. */
    static void prepare(Object o) {
        if (o instanceof Throwable) {
            Throwable t = (Throwable) o;
            if (t.getClass() == NullPointerException.class) {
                t.getMessage(); // computed from the backtrace when it is first asked for, and kept
            }
            try {
                Method m = t.getClass().getMethod("getStackTrace");
                if (m.getDeclaringClass() == Throwable.class) {
                    t.getStackTrace();
                    return;
                }
                Method own = Throwable.class.getDeclaredMethod("getOurStackTrace"); // not the override
                Access.opened(own).invoke(t);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("stack trace of " + t.getClass().getName() + ": " + e, e);
            }
        }
    }

    static String[] leaf(String... parts) {
        return parts;
    }

    static <T> T found(T object, String[] leaf) {
        if (object == null) {
            throw new IllegalStateException("this JVM has no " + String.join(" ", leaf));
        }
        return object;
    }

    private static String[] locale(Locale l) {
        Locale bare = l.stripExtensions();
        String tag = l.hasExtensions() ? l.toLanguageTag() : "";
        return leaf("locale", bare.getLanguage(), bare.getScript(), bare.getCountry(), bare.getVariant(), tag);
    }

    @SuppressWarnings("deprecation") // the constructor takes what the builder calls ill-formed, on 17 and 25
    private static Locale locale(String[] leaf) {
        Locale plain = new Locale(leaf[1], leaf[3], leaf[4]);
        if (!leaf[5].isEmpty()) {
            // ja_JP_JP and th_TH_TH: the constructor itself adds the extension
            return plain.toLanguageTag().equals(leaf[5]) ? plain : Locale.forLanguageTag(leaf[5]);
        }
        if (leaf[2].isEmpty()) {
            return plain;
        }
        try {
            return new Locale.Builder().setLocale(plain).setScript(leaf[2]).build();
        } catch (IllformedLocaleException e) {
            return plain; // not equal to the original, which the caller sees
        }
    }

    private static MethodType methodType(String descriptor) {
        return MethodType.fromMethodDescriptorString(descriptor, Access.class.getClassLoader());
    }

    /** By name, since a JVM without the module java.logging has no such class. */
    private static boolean isLogger(Class<?> type) {
        return type.getName().equals("java.util.logging.Logger") || type.getName().equals("java.util.logging.LogManager$RootLogger");
    }
}
