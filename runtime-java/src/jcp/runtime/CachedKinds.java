package jcp.runtime;

import static jcp.runtime.Leaves.leaf;

import java.lang.module.ModuleDescriptor;
import java.lang.reflect.Method;
import java.time.DayOfWeek;
import java.time.temporal.WeekFields;
import java.util.Locale;

/**
 * Kinds of objects of which the JDK keeps one for each key, and gives that one: this JVM is asked for its own by the key. An
 * object that is not the one that the JDK keeps, such as a locale that a constructor made, is no such leaf.
 *
 * <p>{@link KeptByJdk} has kinds that have no key of their own.
 */
final class CachedKinds {
    private static final String WEEK = "week-fields";
    private static final String FIELD = "week-field";
    static final String LOCALE = "locale kept";
    private static final String MODULE = "module-descriptor";
    private static final String WEEK_FIELD = "java.time.temporal.WeekFields$ComputedDayOfField";
    /** Fields of {@code WeekFields}. */
    private static final String[] FIELDS = {"dayOfWeek", "weekOfMonth", "weekOfYear", "weekOfWeekBasedYear", "weekBasedYear"};

    private static Method localeOf;

    private CachedKinds() {}

    static boolean concerns(Class<?> type) {
        return type == WeekFields.class || type == ModuleDescriptor.class || type.getName().equals(WEEK_FIELD);
    }

    static String[] take(Object o) {
        if (o instanceof ModuleDescriptor) {
            String name = ((ModuleDescriptor) o).name();
            return ModuleLayer.boot().findModule(name).isPresent() && descriptor(name) == o ? leaf(MODULE, name) : null;
        }
        WeekFields of = (WeekFields) (o instanceof WeekFields ? o : Access.getField(o, o.getClass(), "weekDef"));
        String first = of.getFirstDayOfWeek().name();
        String days = Integer.toString(of.getMinimalDaysInFirstWeek());
        if (week(first, days) != of) {
            return null;
        }
        if (o == of) {
            return leaf(WEEK, first, days);
        }
        for (String name : FIELDS) {
            if (Access.getField(of, WeekFields.class, name) == o) {
                return leaf(FIELD, first, days, name);
            }
        }
        return null;
    }

    /** Null for a leaf of another kind. */
    static Object make(String[] leaf) {
        switch (leaf[0]) {
            case WEEK: return week(leaf[1], leaf[2]);
            case FIELD: return Access.getField(week(leaf[1], leaf[2]), WeekFields.class, leaf[3]);
            case MODULE: return descriptor(leaf[1]);
            default: return null;
        }
    }

    private static WeekFields week(String first, String days) {
        return WeekFields.of(DayOfWeek.valueOf(first), Integer.parseInt(days));
    }

    private static ModuleDescriptor descriptor(String module) {
        return ModuleLayer.boot().findModule(module).get().getDescriptor();
    }

    /** Whether the locale is the one that the JDK gives for its language tag. */
    static boolean isKept(Locale l) {
        return kept(l) == l;
    }

    /** The JDK's own locale that equals this one. */
    static Locale kept(Locale l) {
        try {
            if (localeOf == null) {
                localeOf = Access.opened(Locale.class.getDeclaredMethod("getInstance", Access.jdk("sun.util.locale.BaseLocale"),
                    Access.jdk("sun.util.locale.LocaleExtensions")));
            }
            return (Locale) localeOf.invoke(null, Access.getField(l, Locale.class, "baseLocale"), Access.getField(l, Locale.class, "localeExtensions"));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the JDK's locale " + l + ": " + e, e);
        }
    }
}
