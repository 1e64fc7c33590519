package jcp.runtime.kinds;

import java.lang.invoke.MethodType;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.Currency;
import java.util.IllformedLocaleException;
import java.util.Locale;
import java.util.regex.Pattern;
import jcp.runtime.graph.Kind;
import jcp.runtime.graph.Policy;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.FileNames;

/**
 * Objects that are written as text and made again by a look-up or a constructor, since the JVM keeps tables of them or
 * since their insides are bound to this JVM: charsets, paths, locales, patterns, currencies, offsets of zones, types of methods. Other
 * kinds of text have files of their own.
 *
 * <p>Invariant: there is a text only if {@link #make} gives the same object back in this JVM (kinds that the JVM
 * keeps one of) or an equal one (paths, locales, patterns). Everything else is left to {@link Policy}, which refuses it.
 */
public final class Leaves {
    private Leaves() {}

    private static final String CURRENCY = "java.util.Currency";
    private static String[] describe(Object o) throws ReflectiveOperationException {
        if (o instanceof Charset) {
            String name = ((Charset) o).name();
            return Charset.forName(name) == o ? new String[] {"charset", name} : null;
        }
        if (o instanceof Path) {
            return FileNames.leaf((Path) o);
        }
        if (o instanceof Locale) {
            return toText((Locale) o);
        }
        if (o instanceof Pattern) {
            Object flags = Access.getField(o, Pattern.class, "flags");
            return new String[] {"pattern", ((Pattern) o).pattern(), flags.toString()};
        }
        if (Access.isA(o.getClass(), CURRENCY)) {
            String code = ((Currency) o).getCurrencyCode();
            return Currency.getInstance(code) == o ? new String[] {"currency", code} : null;
        }
        if (o instanceof ZoneOffset) {
            int seconds = ((ZoneOffset) o).getTotalSeconds();
            return ZoneOffset.ofTotalSeconds(seconds) == o ? new String[] {"zone-offset", Integer.toString(seconds)} : null;
        }
        if (o instanceof MethodType) {
            String descriptor = TypeTexts.of((MethodType) o);
            return descriptor != null && TypeTexts.methodType(descriptor) == o ? new String[] {"method-type", descriptor} : null;
        }
        return null;
    }

    private static Object make(String[] leaf) throws ClassNotFoundException {
        switch (leaf[0]) {
            case "charset": return Charset.forName(leaf[1]);
            case "path": return FileNames.path(leaf);
            case "locale": case CachedKinds.LOCALE: return localeOf(leaf);
            case "pattern": return Pattern.compile(leaf[1], Integer.parseInt(leaf[2]));
            case "currency": return Currency.getInstance(leaf[1]);
            case "zone-offset": return ZoneOffset.ofTotalSeconds(Integer.parseInt(leaf[1]));
            default: return TypeTexts.methodType(leaf[1]);
        }
    }

    static <T> T found(T object, String[] leaf) {
        if (object == null) {
            throw new IllegalStateException("this JVM has no " + String.join(" ", leaf)
                + "; replay with the class path and the module options of the capturing run");
        }
        return object;
    }

    public static String[] toText(Locale l) {
        String[] leaf = locale(l);
        if (locale(leaf).equals(l) && CachedKinds.isKept(l)) {
            leaf[0] = CachedKinds.LOCALE;
        }
        return locale(leaf).equals(l) ? leaf : null;
    }

    public static Locale localeOf(String[] text) {
        return text[0].equals(CachedKinds.LOCALE) ? CachedKinds.kept(locale(text)) : locale(text);
    }

    private static String[] locale(Locale l) {
        Locale bare = l.stripExtensions();
        String tag = l.hasExtensions() ? l.toLanguageTag() : "";
        return new String[] {"locale", bare.getLanguage(), bare.getScript(), bare.getCountry(), bare.getVariant(), tag};
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

    /** How the graph treats them. */
    public static final class AsKind extends Kind {
        @Override
        public String[] toText(Object o) throws ReflectiveOperationException {
            return describe(o);
        }

        @Override
        public Object fromText(String[] text) throws ClassNotFoundException {
            return make(text);
        }
    }
}
