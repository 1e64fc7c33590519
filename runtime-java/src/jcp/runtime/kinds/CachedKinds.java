package jcp.runtime.kinds;

import java.lang.module.ModuleDescriptor;
import java.lang.reflect.Method;
import java.util.Locale;
import jcp.runtime.graph.Kind;
import jcp.runtime.jvm.Access;

/**
 * Kinds of objects of which the JDK keeps one for each key, and gives that one: this JVM is asked for its own by the key. An
 * object that is not the one that the JDK keeps, such as a locale that a constructor made, is no such leaf.
 *
 * <p>{@link KeptByJdk} has kinds that have no key of their own.
 */
public final class CachedKinds {
    static final String LOCALE = "locale kept";
    private static final String MODULE = "module-descriptor";

    private static Method localeOf;

    private CachedKinds() {}

    static String[] capture(Object o) {
        if (o instanceof ModuleDescriptor) {
            String name = ((ModuleDescriptor) o).name();
            return ModuleLayer.boot().findModule(name).isPresent() && descriptor(name) == o ? new String[] {MODULE, name} : null;
        }
        return WeekLeaves.capture(o);
    }

    /** Null for a leaf of another kind. */
    static Object make(String[] leaf) {
        switch (leaf[0]) {
            case WeekLeaves.WEEK: case WeekLeaves.FIELD: return WeekLeaves.make(leaf);
            case MODULE: return descriptor(leaf[1]);
            default: return null;
        }
    }

    private static ModuleDescriptor descriptor(String module) {
        return ModuleLayer.boot().findModule(module).get().getDescriptor();
    }

    /** Whether the locale is the one that the JDK gives for its language tag. */
    public static boolean isKept(Locale l) {
        return kept(l) == l;
    }

    /** The JDK's own locale that equals this one. */
    static Locale kept(Locale l) {
        try {
            if (localeOf == null) {
                localeOf = Access.method(Locale.class, "getInstance", 2);
            }
            return (Locale) localeOf.invoke(null, Access.getField(l, Locale.class, "baseLocale"), Access.getField(l, Locale.class, "localeExtensions"));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the JDK's instance of the locale " + l + " cannot be found: " + e, e);
        }
    }

    /** How the graph treats them. */
    public static final class AsKind extends Kind {
        @Override
        public String[] toText(Object o) {
            return CachedKinds.capture(o);
        }

        @Override
        public Object fromText(String[] text) {
            return make(text);
        }
    }
}
