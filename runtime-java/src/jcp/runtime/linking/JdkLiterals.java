package jcp.runtime.linking;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.ConstantPools;
import jcp.runtime.jvm.JdkClasses;
import jcp.runtime.jvm.LoadedClasses;
import jcp.runtime.program.Statics;

/**
 * Texts of strings that the JDK interns and hands out: the program may keep one and compare it by identity with the next one
 * that it gets.
 *
 * <p>They are the literals of the classes below and of those of the packages below, which return them from public methods, and
 * the names of the application's classes, as {@code Class.getName} interns them. Asking the JVM about every string would cost
 * more than the rest of the snapshot, and would intern a copy of each. Left out: literals of other JDK classes, names of members.
 */
public final class JdkLiterals {
    private JdkLiterals() {}

    private static final String[] CLASSES = {
        "java.lang.Boolean", "java.lang.Double", "java.lang.Float", "java.lang.Integer", "java.lang.Long", "java.lang.Character",
        "java.lang.String", "java.lang.StringBuilder", "java.lang.AbstractStringBuilder", "java.lang.Class", "java.lang.Void",
        "java.lang.StringLatin1", "java.lang.StringUTF16", "java.lang.Throwable", "java.lang.Thread$State",
        "jdk.internal.math.FloatingDecimal", "jdk.internal.math.FloatingDecimal$BinaryToASCIIBuffer",
        "jdk.internal.math.ToDecimal", "jdk.internal.math.DoubleToDecimal", "jdk.internal.math.FloatToDecimal", "java.util.AbstractCollection",
        "java.util.AbstractMap", "java.util.Arrays", "java.util.Objects", "java.util.Optional", "java.util.OptionalInt",
        "java.util.OptionalLong", "java.util.OptionalDouble", "java.util.StringJoiner", "java.util.Locale", "java.util.Collections",
        "java.util.concurrent.TimeUnit", "java.time.DayOfWeek", "java.time.Month", "java.time.temporal.ChronoUnit",
        "java.time.temporal.ChronoField", "java.time.ZoneOffset", "java.math.RoundingMode", "java.nio.file.StandardOpenOption",
        "java.lang.annotation.ElementType", "java.lang.annotation.RetentionPolicy", "java.util.logging.Level",
        "java.nio.charset.StandardCharsets", "sun.nio.cs.UTF_8", "sun.nio.cs.ISO_8859_1", "sun.nio.cs.US_ASCII",
        "java.net.Inet4Address", "java.net.Inet6Address", "java.net.InetAddress", "java.util.Currency", "java.util.Scanner",
        "java.util.Formatter", "java.util.TimeZone", "java.util.Calendar", "java.util.UUID", "sun.util.locale.LanguageTag", "sun.util.locale.BaseLocale",
        "java.nio.charset.CharsetEncoder", "java.nio.charset.CharsetDecoder",
    };

    /** Packages whose classes are values and what is told of them: most of them are initialised only where they are used. */
    private static final Set<String> PACKAGES = new HashSet<>(Arrays.asList(
        "java.time", "java.time.chrono", "java.time.format", "java.time.temporal", "java.time.zone", "java.text", "java.math",
        "java.util.logging", "java.util.random", "java.util.regex", "jdk.random", "jdk.internal.util.random",
        "sun.text.resources", "sun.text.resources.cldr", "sun.util.resources", "sun.util.resources.cldr"));

    /** Adds them; a class that is not initialised has handed out nothing. */
    public static void addTo(Set<String> literals, LoadedClasses loaded) {
        for (Class<?> type : loaded.classes) {
            if (isOfPackages(type.getName()) && Access.isJdk(type) && Access.isInitialized(type)) {
                literals.addAll(ConstantPools.literals(type));
            }
        }
        for (String name : CLASSES) {
            Class<?> type = JdkClasses.initialized(name);
            if (type != null) {
                literals.addAll(ConstantPools.literals(type));
            }
        }
        for (Class<?> type : Statics.initialized()) {
            literals.add(type.getName());
        }
    }

    private static boolean isOfPackages(String name) {
        return PACKAGES.contains(name.substring(0, Math.max(0, name.lastIndexOf('.'))));
    }
}
