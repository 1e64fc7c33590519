package jcp.runtime.kinds;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.ClassFields;
import jcp.runtime.jvm.JdkClasses;

/**
 * Levels of java.util.logging beside its own: those of classes of the program, and those that {@code Level.parse} made of
 * numbers. The JVM finds them by name and by value as long as their class loader lives, so the replay has them known again.
 * The class is touched only if the program uses levels, since its module may be missing.
 *
 * <p>Left out: the order among levels of one name and different values.
 */
public final class LogLevels {
    private static final String KNOWN = "java.util.logging.Level$KnownLevel";

    private LogLevels() {}

    /** Whether the class is initialised. */
    public static boolean used() {
        return JdkClasses.initialized("java.util.logging.Level") != null;
    }

    /** The known levels that no constant of the JDK is, those of one value in their order. */
    static List<Level> own() {
        List<Level> found = new ArrayList<>();
        for (Object each : ((Map<?, ?>) Access.getField(null, Access.jdk(KNOWN), "intToLevels")).values()) {
            for (Object known : (List<?>) each) {
                Level level = (Level) ((WeakReference<?>) known).get();
                if (level != null && !isConstant(level)) {
                    found.add(level);
                }
            }
        }
        return found;
    }

    /** Whether it is one of the constants of {@link Level}, which are found by their names. */
    static boolean isConstant(Level level) {
        if (level.getClass() == Level.class) {
            for (ClassFields field : ClassFields.of(Level.class)) {
                if (field.isStatic() && field.isReference() && Access.U.getReference(Level.class, field.offset) == level) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Has the level found; code above a root may have made it, in the replay too. */
    static void restore(Level level) {
        for (Level known : own()) {
            if (known == level) {
                return;
            }
        }
        Access.call(null, Access.jdk(KNOWN), "add", level);
    }
}
